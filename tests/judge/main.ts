// Judges variants drawn at random for as long as there is time: `npm run judge -- --minutes 10 [--seed 1]`. A fault is told with its seed;
// `npm run judge -- --seed 17 --only` judges that variant alone and prints its file.
import { parseArgs } from "node:util";
import { judge, variantText } from "./judge.ts";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "1" },
    seed: { type: "string", default: "1" },
    only: { type: "boolean", default: false },
  },
});
const first = Number(values.seed);
const end = Date.now() + Number(values.minutes) * 60_000;
const refusals = new Map<string, number>();
let [variants, played, sheets, wrong] = [0, 0, 0, 0];
if (values.only) console.log(variantText(first));
for (let seed = first; Date.now() < end && (seed === first || !values.only); seed += 1) {
  const { refused, faults, sheets: some } = judge(seed);
  variants += 1;
  sheets += some;
  if (refused === null) played += 1;
  for (const code of refused ?? []) refusals.set(code, (refusals.get(code) ?? 0) + 1);
  if (faults.length > 0) wrong += 1;
  for (const fault of faults.slice(0, 3)) console.log(`seed ${seed}: ${fault}`);
}
const refusedFor = [...refusals].map(([code, count]) => `${code} ${count}`).join(", ");
console.log(
  `${variants} variants, ${played} that can be played (refused: ${refusedFor}), ${sheets} sheets: ${wrong} variants with faults`,
);
process.exitCode = wrong === 0 ? 0 : 1;
