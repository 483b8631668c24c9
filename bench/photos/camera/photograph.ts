import { type Chance, chanceFor } from "../chance.ts";
import { FIRST_FOLD, type Fold } from "../folds.ts";
import type { Writing } from "../hand/habit.ts";
import { type Hand, readHands } from "../hand/hands.ts";
import { writeSheet } from "../hand/write-sheet.ts";
import { type PrintedSheet, printSheet } from "../print.ts";
import { type PlannedSheet, planSheet, type SheetWish } from "../sheets/plan.ts";
import type { Difficulty, PhotoTruth } from "../sheets/truth.ts";
import { paintTabletop } from "./backgrounds.ts";
import { pickBend, type Spot } from "./bend.ts";
import { type Canvas, lay } from "./canvas.ts";
import { type Cv, openCv } from "./cv.ts";
import { type DamageKind, pickDamage } from "./damage.ts";
import { develop } from "./develop.ts";
import { lensOf, type Pixel, type Project } from "./lens.ts";
import { type Glare, isBlinding, lightField, pickGlare } from "./light.ts";
import {
  type CanSee,
  type LyingSheet,
  type Place,
  paintSheet,
  projectFrom,
  rimOf,
  scaleAt,
  truthOf,
} from "./lying-sheet.ts";
import { mapOf } from "./map.ts";
import { pickWear } from "./paper.ts";
import { PHONES, type Phone, type PhoneName } from "./phones.ts";
import { scanScene } from "./scan.ts";
import { pickScene, type Scene, type SceneWish } from "./scene.ts";
import { isUnder, paintThumb, pickThumb, type Thumb } from "./thumb.ts";

/** Where sheets come from. */
export interface Stationery {
  plan(photo: number, topic: string, wish: SheetWish): PlannedSheet;
  /** @param cache a folder where prints are kept */
  print(planned: PlannedSheet, cache: string): Promise<PrintedSheet>;
}

/** The pads that this program prints. */
const OWN_PADS: Stationery = { plan: planSheet, print: printSheet };

/** What a photo shall show; what is left out is drawn. */
export interface PhotoWish extends SheetWish, SceneWish {
  /** What has happened to the sheet that is photographed. */
  readonly damage?: DamageKind | undefined;
  /** How it was written on. */
  readonly writing?: Writing | undefined;
}

interface TakenPhoto {
  readonly jpeg: Buffer;
  readonly truth: PhotoTruth;
}

/** Photos made of nothing but numbers: the same number gives the same photo. */
export interface Studio {
  take(photo: number, difficulty: Difficulty, wish?: PhotoWish): Promise<TakenPhoto>;
}

/**
 * @param prints a folder where printed pads are kept
 * @param fold whose writers write
 */
export async function openStudio(
  prints: string,
  fold: Fold = FIRST_FOLD,
  phone: PhoneName = "first",
  stationery: Stationery = OWN_PADS,
): Promise<Studio> {
  const [cv, hands] = await Promise.all([openCv(), readHands(fold)]);
  const tools = { cv, hands, prints, phone: PHONES[phone], stationery };
  return { take: (photo, difficulty, wish = {}) => take(photo, difficulty, wish, tools) };
}

/** Of sheets: laid under a scanner instead of photographed. */
const SCANNED = 0.08;

interface Tools {
  readonly cv: Cv;
  readonly hands: readonly Hand[];
  readonly prints: string;
  readonly phone: Phone;
  readonly stationery: Stationery;
}

async function take(
  photo: number,
  difficulty: Difficulty,
  wish: PhotoWish,
  tools: Tools,
): Promise<TakenPhoto> {
  const { cv } = tools;
  const chance = chanceFor(photo, `camera ${difficulty}`);
  const planned = tools.stationery.plan(photo, "subject", wish);
  // Drawn apart, so that the others stay as they are; a wish is about a photo.
  const scanner = chanceFor(photo, "scanner");
  const isScan = Object.values(wish).every((one) => one === undefined) && scanner.isSo(SCANNED);
  const { page } = planned.layout;
  const scene = isScan ? scanScene(page, scanner) : pickScene(page, difficulty, chance, wish);
  const { widthPx, heightPx } = scene.view;
  const lens = lensOf(scene.view);
  const place = subjectPlace(scene);
  const subject = await lyingSheet(
    photo,
    "subject",
    planned,
    { ...scene, damage: wish.damage, writing: wish.writing },
    place,
    tools,
  );
  const other = scene.neighbour === "none" ? null : await neighbourOf(photo, subject, scene, chance, tools);
  const canvas: Canvas = { widthPx, heightPx, rgb: new Uint8Array(3 * widthPx * heightPx) };
  paintTable(canvas, scene, lens, chance, cv);
  if (other !== null) paintSheet(canvas, other, lens, cv);
  paintSheet(canvas, subject, lens, cv);
  const thumb = scene.hasThumb ? thumbOn(subject, lens, chance) : null;
  if (thumb !== null) paintThumb(canvas, thumb, chance);
  const glare = scene.hasGlare ? glareOn(subject, lens, chance) : null;
  const phone = isScan ? PHONES.first : tools.phone;
  const jpeg = await develop(canvas, scene, lightField(scene, glare), phone, chance, cv);
  const canSee = sightOf(scene, thumb, glare);
  const sheets = [truthOf(subject, lens, canSee, true)];
  if (other !== null) {
    const isWhole = scene.neighbour === "whole" && rimOf(other).map(projectFrom(other, lens)).every(canSee);
    sheets.push(truthOf(other, lens, canSee, isWhole));
  }
  return {
    jpeg,
    truth: { photo, difficulty, widthPx, heightPx, isScan, scene: told(scene, subject), sheets },
  };
}

async function lyingSheet(
  photo: number,
  topic: string,
  planned: PlannedSheet,
  scene: Scene & Pick<PhotoWish, "damage" | "writing">,
  place: Place,
  { hands, prints, phone, stationery }: Tools,
): Promise<LyingSheet> {
  const written = writeSheet(
    planned,
    await stationery.print(planned, prints),
    hands,
    chanceFor(photo, `hand ${topic}`),
    chanceFor(photo, `copier ${topic}`),
    scene.writing,
  );
  const { page } = planned.layout;
  const { pxPerMm } = written.paper;
  const spots = written.boxes.flatMap(({ frame }) =>
    frame === null
      ? []
      : [
          {
            x: (frame.left + frame.right) / 2 / pxPerMm - page.widthMm / 2,
            y: (frame.top + frame.bottom) / 2 / pxPerMm - page.heightMm / 2,
          },
        ],
  );
  const damage =
    scene.damage === undefined
      ? null
      : pickDamage(scene.damage, page, written.paper, spots, chanceFor(photo, `damage ${topic}`));
  const wear = pickWear(page, phone.recycled, chanceFor(photo, `wear ${topic}`), damage);
  const { paper, printScale, bend } = scene;
  return { planned, written, paper, printScale, bend, place, wear };
}

/** Alone in the middle of the view, or one of two that share it. */
function subjectPlace({ neighbour, paper }: Scene): Place {
  const xMm = neighbour === "whole" ? -0.54 * paper.widthMm : 0;
  return { xMm, yMm: 0, turn: 0 };
}

/** A second sheet of the same game: next to the first one, or so far off that it only reaches into the photo. */
async function neighbourOf(
  photo: number,
  subject: LyingSheet,
  scene: Scene,
  chance: Chance,
  tools: Tools,
): Promise<LyingSheet> {
  const planned = tools.stationery.plan(photo, "neighbour", {
    variant: subject.planned.game.id,
    paper: subject.planned.paper,
  });
  const { widthMm, heightMm } = planned.layout.page;
  const [gapX, gapY] = [(widthMm + scene.paper.widthMm) / 2, (heightMm + scene.paper.heightMm) / 2];
  const [right, down] = chance.pick([
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ] as const);
  const isBeside = scene.neighbour === "whole";
  const place = isBeside
    ? { xMm: subject.place.xMm + gapX * 1.05, yMm: chance.near(0, 6), turn: chance.near(0, 0.04) }
    : {
        xMm: right * gapX * chance.between(1.02, 1.25) + down * chance.near(0, 25),
        yMm: down * gapY * chance.between(1.02, 1.2) + right * chance.near(0, 25),
        turn: chance.near(0, 0.15),
      };
  const bend = pickBend(widthMm, heightMm, 2, "flat", chance);
  const flat = { ...scene, bend, paper: { widthMm, heightMm } };
  return lyingSheet(photo, "neighbour", planned, flat, place, tools);
}

function paintTable(canvas: Canvas, scene: Scene, lens: Project, chance: Chance, cv: Cv): void {
  const top = paintTabletop(scene.background, cv, chance);
  const turn = chance.between(0, 2 * Math.PI);
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const project = ([x, y]: Spot) => lens([x * cos - y * sin, x * sin + y * cos, 0]);
  const map = mapOf(project, canvas.widthPx, canvas.heightPx, 400);
  const whole = { x: 0, y: 0, width: canvas.widthPx, height: canvas.heightPx };
  const texture = { widthPx: top.sidePx, heightPx: top.sidePx, rgb: top.rgb };
  const placing = { pxPerMm: top.pxPerMm, middle: [top.sidePx / 2, top.sidePx / 2] } as const;
  lay(canvas, whole, map, texture, placing, { border: "mirror", reach: null }, cv);
}

/** A thumb comes in over an edge of the sheet, mostly from the side or from below. */
function thumbOn(subject: LyingSheet, lens: Project, chance: Chance): Thumb {
  const { widthMm, heightMm } = subject.paper;
  const [right, down] = chance.weighted([
    [[0, 1], 4],
    [[1, 0], 3],
    [[-1, 0], 3],
    [[0, -1], 1],
  ] as const);
  const along = chance.between(-0.47, 0.47);
  const depth = chance.between(8, 30);
  const spot: Spot =
    right === 0
      ? [along * widthMm, down * (heightMm / 2 - depth)]
      : [right * (widthMm / 2 - depth), along * heightMm];
  const project = projectFrom(subject, lens);
  const [tip, out] = [project(spot), project([spot[0] + 5 * right, spot[1] + 5 * down])];
  const outward = Math.atan2(out[1] - tip[1], out[0] - tip[0]);
  return pickThumb(tip, outward, scaleAt(project, spot), chance);
}

function glareOn(subject: LyingSheet, lens: Project, chance: Chance): Glare {
  const { widthMm, heightMm } = subject.paper;
  const project = projectFrom(subject, lens);
  const spot: Spot = [chance.between(-0.5, 0.5) * widthMm, chance.between(-0.5, 0.5) * heightMm];
  return pickGlare(project(spot), scaleAt(project, spot), chance);
}

function sightOf({ view }: Scene, thumb: Thumb | null, glare: Glare | null): CanSee {
  return (pixel: Pixel) => {
    const [x, y] = pixel;
    const isInside = x >= 1 && y >= 1 && x < view.widthPx - 1 && y < view.heightPx - 1;
    return isInside && !isUnder(thumb, pixel) && !isBlinding(glare, pixel);
  };
}

/** What someone who looks for the reason of a misreading wants to know. */
function told(scene: Scene, { planned, written, paper }: LyingSheet): PhotoTruth["scene"] {
  const { view, bend, motion } = scene;
  const degrees = (radians: number) => Math.round((radians * 180) / Math.PI);
  return {
    sheetPx: Math.round((view.focal / view.distanceMm) * planned.layout.page.heightMm),
    tilt: degrees(view.tilt),
    turn: degrees(view.turn),
    distortion: round(view.distortion),
    bend: bend.kind,
    liftMm: round(bend.liftMm),
    printScale: round(scene.printScale),
    paperMm: `${Math.round(paper.widthMm)}x${Math.round(paper.heightMm)}`,
    background: scene.background,
    exposure: round(scene.exposure),
    shadows: scene.shadows.length,
    blurPx: round(scene.blurPx),
    motionPx: round(motion.lengthPx),
    noise: round(scene.noise),
    quality: scene.quality,
    orientation: scene.orientation,
    thumb: Number(scene.hasThumb),
    glare: Number(scene.hasGlare),
    neighbour: scene.neighbour,
    writers: written.writers.join(" "),
    pens: written.pens.join(" "),
  };
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
