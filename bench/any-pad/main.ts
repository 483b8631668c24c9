import { existsSync, readFileSync } from "node:fs";
import { byFold, FIRST_FOLD, type Fold, openFolds } from "../photos/folds.ts";
import { damageKind, mistakeKind, writingKind } from "../photos/options.ts";
import { unreadPhoto } from "../photos/measure/compare.ts";
import { endUnlessBuilt } from "../photos/measure/subject.ts";
import { keep } from "../photos/print.ts";
import { difficultyOf } from "../photos/shelf.ts";
import { type Answer, runCrew, type Task, type WorkerSetting } from "../photos/work/crew.ts";
import { progress } from "../photos/work/progress.ts";
import { count, readFlags } from "../flags.ts";
import { writeFigures } from "../write-figures.ts";
import { photosOf } from "./store-bought/series.ts";
import { openStoreBoughtShelf } from "./shelf.ts";
import { faultsOn, figuresOf } from "./measure/report.ts";
import type { StoreBoughtScore } from "./measure/score.ts";
import { readThings } from "./other/read-things.ts";
import type { LearnedSeries } from "./work/learn.ts";

const FLAGS = {
  options: {
    photos: { type: "string", default: "300" },
    from: { type: "string", default: "0" },
    learned: { type: "string", default: "2" },
    things: { type: "string", default: "3" },
    keep: { type: "string", default: "output/bench-any-pad" },
    jobs: { type: "string", default: "2" },
    folds: { type: "string" },
    "as-they-are": { type: "boolean", default: false },
    "go-on": { type: "boolean", default: false },
    "render-only": { type: "boolean", default: false },
    write: { type: "boolean", default: false },
    damage: { type: "string" },
    writing: { type: "string" },
    mistake: { type: "string" },
  },
} as const;

const { values, photos, from, jobs, things, damage, writing, mistake, series } = readFlags(
  FLAGS,
  process.argv.slice(2),
  ({ values }) => ({
    values,
    photos: count("photos", values.photos),
    from: count("from", values.from),
    jobs: count("jobs", values.jobs, 1),
    things: count("things", values.things),
    damage: damageKind(values.damage) ?? undefined,
    writing: writingKind(values.writing) ?? undefined,
    mistake: mistakeKind(values.mistake) ?? undefined,
    series: Array.from({ length: count("learned", values.learned) }, (_, at) => at),
  }),
);
if (!values["render-only"]) endUnlessBuilt();
const folder = values.keep;
const folds = openFolds(values.folds ?? null);
const settingOf = (fold: Fold): WorkerSetting => ({
  ...{ folder, fold, anyAge: values["as-they-are"], phone: "first", replay: false },
  ...{ damage, writing, mistake },
});
const taskOf = (photo: number): Task => ({ photo, difficulty: difficultyOf(photo, null) });
const tasks = Array.from({ length: photos }, (_, at) => taskOf(from + at));
const ofSeries = series.map(photosOf).flatMap(({ first, others }) => [first, ...others].map(taskOf));
const groups = byFold(tasks, folds);

// Pads are learned with the network of the first fold.
for (const { fold, tasks: wanted } of [...groups, { fold: FIRST_FOLD, tasks: ofSeries }]) {
  const setting = settingOf(fold);
  const shelf = openStoreBoughtShelf(setting);
  const missing = wanted.filter(({ photo, difficulty }) => !shelf.has(photo, difficulty));
  const render = new URL("work/render.ts", import.meta.url);
  await runCrew(render, missing, jobs, setting, progress("photos made", missing.length));
}
const shelf = openStoreBoughtShelf({ ...settingOf(FIRST_FOLD), anyAge: true });
if (!values["render-only"]) {
  const scoreOf = ({ photo, difficulty }: Task) => shelf.path(photo, difficulty).replace(/jpg$/, "score");
  // A run that was interrupted goes on where it was: with the same program, of which nothing is checked.
  const known = values["go-on"] ? tasks.filter((task) => existsSync(scoreOf(task))) : [];
  const scores = known.map((task) => JSON.parse(readFileSync(scoreOf(task), "utf8")) as StoreBoughtScore);
  const read = new URL("work/read.ts", import.meta.url);
  for (const { fold, tasks: own } of groups) {
    const left = own.filter((task) => !known.includes(task));
    const tell = progress("photos read", left.length);
    await runCrew(read, left, jobs, settingOf(fold), (task, answer: Answer<StoreBoughtScore>) => {
      tell(task, answer);
      if (answer.kind === "done") keep(scoreOf(task), JSON.stringify(answer.value));
      scores.push(answer.kind === "done" ? answer.value : brokenDown(task, answer.reason));
    });
  }
  scores.sort((a, b) => a.photo - b.photo);
  const learned: LearnedSeries[] = [];
  const learn = new URL("work/learn.ts", import.meta.url);
  const tellLearned = progress("pads learned", series.length);
  await runCrew(
    learn,
    series.map(taskOf),
    jobs,
    settingOf(FIRST_FOLD),
    (task, answer: Answer<LearnedSeries>) => {
      tellLearned(task, answer);
      if (answer.kind === "done") learned.push(answer.value);
    },
  );
  scores.push(...learned.flatMap((one) => one.scores));
  const other = things === 0 ? "" : `\n${await readThings(things)}`;
  const figures = figuresOf(scores, learned, series.length) + other;
  console.log(`${figures}\n`);
  for (const score of scores)
    for (const fault of faultsOn(score))
      console.log(`${shelf.path(score.photo, score.difficulty)}: ${fault}`);
  if (values.write) writeFigures("bench:any-pad", figures);
}

function brokenDown({ photo, difficulty }: Task, reason: string): StoreBoughtScore {
  const score = unreadPhoto(shelf.truth(photo, difficulty), reason);
  return { ...score, isShipped: false, assigned: 0, wronglySure: 0, padsAsked: 0 };
}
