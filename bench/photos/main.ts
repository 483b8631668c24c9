import { writeFigures } from "../write-figures.ts";
import {
  EXPECTATIONS,
  type Expectation,
  expectationFile,
  expectationTables,
  playersFile,
  SOLVED_GAMES,
} from "./expectations.ts";
import { byFold, FIRST_FOLD, openFolds } from "./folds.ts";
import { keepScore, keptScore } from "./kept-scores.ts";
import { type PhotoScore, unreadPhoto } from "./measure/compare.ts";
import { reachGroups, reachTable } from "./measure/reach.ts";
import { bounds, handTable, table } from "./measure/report.ts";
import { endUnlessBuilt } from "./measure/subject.ts";
import { handTallies, tallies, worstOf } from "./measure/tally.ts";
import { type BenchOptions, readOptions } from "./options.ts";
import { styleFiles } from "./sheets/own-pads.ts";
import { makeSamples } from "./samples.ts";
import { difficultyOf, openShelf, type Shelf } from "./shelf.ts";
import { type Answer, runCrew, type Task, type WorkerSetting } from "./work/crew.ts";
import { progress } from "./work/progress.ts";

const RENDER = new URL("work/render.ts", import.meta.url);
const READ = new URL("work/read.ts", import.meta.url);
/** How many of the worst photos are named. */
const NAMED = 25;

/** Photographs filled-in sheets, reads the photos, and prints how well that went. */
async function bench(options: BenchOptions): Promise<void> {
  const { photos, from, only, folder, jobs, asTheyAre, phone, replay, style, marks } = options;
  if (!options.renderOnly) endUnlessBuilt();
  const filled = options.scores === "card" ? playersFile(folder, "card") : undefined;
  const folds = openFolds(options.folds);
  const wanted = Array.from({ length: photos }, (_, at): Task => {
    const photo = from + at;
    return { photo, difficulty: difficultyOf(photo, only) };
  });
  const scores: PhotoScore[] = [];
  let peakMb = 0;
  for (const { fold, tasks: own } of byFold(wanted, folds)) {
    const shelf = openShelf(folder, asTheyAre, fold, phone, styleFiles(style), marks);
    const isThere = ({ photo, difficulty }: Task) => shelf.has(photo, difficulty);
    const tasks = options.kept ? own.filter(isThere) : own;
    const setting = {
      folder,
      anyAge: asTheyAre,
      fold,
      phone,
      replay,
      filled,
      style,
      marks,
      damage: options.damage ?? undefined,
      writing: options.writing ?? undefined,
    };
    const missing = tasks.filter((task) => !isThere(task));
    const made = progress("photos made", missing.length);
    await runCrew(RENDER, missing, jobs, setting, made);
    if (options.renderOnly) continue;
    if (options.expectations) return benchExpectations(options, tasks, shelf, setting);
    const read = await readPhotos("photos read", options, tasks, shelf, setting);
    scores.push(...read.scores);
    peakMb = Math.max(peakMb, read.peakMb);
  }
  if (options.renderOnly) return;
  scores.sort((a, b) => a.photo - b.photo);
  const hands = handTable(handTallies(scores));
  const groups = tallies(scores);
  const rare = groups.slice(-1).map(bounds).join("");
  const reach = reachTable(reachGroups(scores));
  const told = `photos ${ranges(scores.map(({ photo }) => photo))}; peak memory: ${Math.round(peakMb)} MB`;
  const figures = [table(groups), reach, rare, hands, told].join("\n\n");
  console.log(`${figures}\n`);
  tellWorst(scores, openShelf(folder, true, FIRST_FOLD, phone));
  if (options.write) writeFigures("bench:photos --folds", figures);
}

/** Reads photos, but for those that this same reader has read before. @param what is counted @param reader which one, where there are several */
async function readPhotos(
  what: string,
  { jobs, resume }: BenchOptions,
  tasks: readonly Task[],
  shelf: Shelf,
  setting: WorkerSetting,
  reader = "",
): Promise<{ scores: PhotoScore[]; peakMb: number }> {
  const photoOf = ({ photo, difficulty }: Task) => ({
    path: shelf.path(photo, difficulty),
    fold: setting.fold,
    reader,
  });
  const before = resume ? tasks.flatMap((task) => keptScore(photoOf(task)) ?? []) : [];
  const known = new Set(before.map(({ score }) => score.photo));
  const unread = tasks.filter(({ photo }) => !known.has(photo));
  const scores = before.map(({ score }) => score);
  let peakMb = Math.max(0, ...before.map((one) => one.peakMb));
  const read = progress(what, unread.length);
  await runCrew(READ, unread, jobs, setting, (task, answer: Answer<PhotoScore>) => {
    read(task, answer);
    if (answer.kind === "failed") {
      scores.push(unreadPhoto(shelf.truth(task.photo, task.difficulty), answer.reason));
      return;
    }
    const { value: score, peakMb: ownMb } = answer;
    scores.push(score);
    keepScore(photoOf(task), { score, peakMb: ownMb });
    peakMb = Math.max(peakMb, ownMb);
  });
  return { scores, peakMb };
}

/** Reads photos of solved games with each expectation of scores, and prints what that does to questions and errors. */
async function benchExpectations(
  options: BenchOptions,
  tasks: readonly Task[],
  shelf: Shelf,
  setting: WorkerSetting,
): Promise<void> {
  const { folder, scores, write } = options;
  const gameOf = ({ photo, difficulty }: Task) => shelf.truth(photo, difficulty).sheets[0]?.variant ?? "";
  const solved = tasks.filter((task) => SOLVED_GAMES.includes(gameOf(task)));
  const found = new Map<Expectation, PhotoScore[]>();
  for (const expectation of EXPECTATIONS) {
    const expected = expectationFile(folder, expectation) ?? undefined;
    const what = `photos read, ${expectation}`;
    const read = await readPhotos(what, options, solved, shelf, { ...setting, expected }, `${expectation}-`);
    found.set(expectation, read.scores);
  }
  const games = new Map(solved.map((task) => [task.photo, gameOf(task)]));
  const [first, last] = [Math.min(...games.keys()), Math.max(...games.keys())];
  const tables = expectationTables(found, (photo) => games.get(photo) ?? "");
  const figures = `${tables}\n\n${games.size} photos, from ${first} to ${last}`;
  console.log(figures);
  if (write) writeFigures(`bench:photos --expectations --scores ${scores}`, figures, "reading.md");
}

/** Which photos they are, such as `0–59, 150–243`. @param sorted their numbers, at least one */
function ranges(sorted: readonly number[]): string {
  const starts = sorted.filter((photo, at) => sorted[at - 1] !== photo - 1);
  const ends = sorted.filter((photo, at) => sorted[at + 1] !== photo + 1);
  return starts.map((start, at) => (start === ends[at] ? `${start}` : `${start}–${ends[at]}`)).join(", ");
}

function tellWorst(scores: readonly PhotoScore[], shelf: Shelf): void {
  const worst = worstOf(scores);
  if (worst.length === 0) return;
  console.log(`${worst.length} photos on which something went wrong, the worst first:\n`);
  for (const { score, faults } of worst.slice(0, NAMED)) {
    const { scene, sheets } = shelf.truth(score.photo, score.difficulty);
    const what = `${sheets[0]?.variant} ${sheets[0]?.paper}, ${scene.sheetPx} px, ${scene.pens}`;
    console.log(`${shelf.path(score.photo, score.difficulty)} (${what})`);
    for (const fault of faults.slice(0, 8)) console.log(`    ${fault}`);
    if (faults.length > 8) console.log(`    and ${faults.length - 8} more`);
  }
}

const options = readOptions(process.argv.slice(2));
await (options.samples ? makeSamples(options.folder) : bench(options));
