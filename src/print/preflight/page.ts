import type { PDFDict } from "@cantoo/pdf-lib";
import { type Area, MM_PER_PT } from "../geometry.ts";
import { computeBounds, IDENTITY, type Matrix, rectangleCorners } from "./matrix.ts";
import type { Rectangle } from "./objects.ts";
import {
  asDict,
  lookUpDict,
  lookUpList,
  lookUpName,
  lookUpNumber,
  lookUpObject,
  lookUpRectangle,
} from "./objects.ts";

/** The boxes that a page can have, from the outermost on (ISO 32000-1, 14.11.2). */
const BOXES = ["MediaBox", "CropBox", "BleedBox", "TrimBox"] as const;

/** A page of a file. */
export interface Page {
  readonly dict: PDFDict;
  readonly resources: PDFDict | null;
  /** Whether it has them from a node above it. */
  readonly inheritsResources: boolean;
  /** From the page's own units to mm from the top left corner of what is shown. */
  readonly toMm: Matrix;
  /** The part of the page that viewers show. */
  readonly shown: Area;
  /** The boxes that it declares, from the outermost on; without a `TrimBox`, the cut sheet is all that is shown. */
  readonly boxes: ReadonlyMap<(typeof BOXES)[number], Area>;
}

/** What pages inherit from the nodes above them (ISO 32000-1, 7.7.3.4). */
const INHERITED = ["Resources", "MediaBox", "CropBox", "Rotate"];

/** A node of the tree of pages, with the nodes from which it inherits each entry. */
interface Leaf {
  readonly dict: PDFDict;
  readonly from: Readonly<Record<string, PDFDict>>;
}

/** More than any printer has ever been given. */
const MAX_PAGES = 1_000_000;

/** The pages in their order. A tree with a circle in it is followed once around. */
export function listPageLeaves(catalogue: PDFDict): Leaf[] {
  const leaves: Leaf[] = [];
  const seen = new Set<PDFDict>();
  const root = lookUpDict(catalogue, "Pages");
  const open: Leaf[] = root === null ? [] : [{ dict: root, from: {} }];
  for (let next = open.pop(); next !== undefined && leaves.length < MAX_PAGES; next = open.pop()) {
    const { dict } = next;
    if (seen.has(dict)) continue;
    seen.add(dict);
    const from = { ...next.from };
    for (const key of INHERITED) if (lookUpObject(dict, key) !== null) from[key] = dict;
    if (lookUpName(dict, "Type") === "Page" || lookUpObject(dict, "Kids") === null)
      leaves.push({ dict, from });
    else
      for (const kid of lookUpList(dict, "Kids").reverse()) {
        const child = asDict(kid);
        if (child !== null) open.push({ dict: child, from });
      }
  }
  return leaves;
}

/** Viewers show a page without size as letter. */
const LETTER: Rectangle = [0, 0, 612, 792];

/** Works out the size, the boxes and the position of a page. */
export function openPage({ dict, from }: Leaf): Page {
  const holder = (key: string) => from[key] ?? dict;
  const readPageBox = (key: string) => lookUpRectangle(holder(key), key);
  const media = usable(readPageBox("MediaBox")) ?? LETTER;
  const crop = usable(readPageBox("CropBox"));
  const visible = crop === null ? media : (usable(common(media, crop)) ?? media);
  const unit = (lookUpNumber(dict, "UserUnit") ?? 1) * MM_PER_PT;
  const toMm = buildPageMatrix(
    visible,
    lookUpNumber(holder("Rotate"), "Rotate") ?? 0,
    unit > 0 ? unit : MM_PER_PT,
  );
  const inMm = ([left, bottom, right, top]: Rectangle) =>
    computeBounds(rectangleCorners(toMm, [left, bottom], [right, top])) as Area;
  const boxes = BOXES.flatMap((name) => {
    const box = readPageBox(name);
    return box === null ? [] : [[name, inMm(box)] as const];
  });
  const resources = lookUpDict(holder("Resources"), "Resources");
  const inheritsResources = holder("Resources") !== dict;
  return { dict, resources, inheritsResources, toMm, shown: inMm(visible), boxes: new Map(boxes) };
}

function usable(box: Rectangle | null): Rectangle | null {
  return box !== null && box[0] < box[2] && box[1] < box[3] ? box : null;
}

function common([left, bottom, right, top]: Rectangle, [l, b, r, t]: Rectangle): Rectangle {
  return [Math.max(left, l), Math.max(bottom, b), Math.min(right, r), Math.min(top, t)];
}

/** From points to mm from the top left corner of what is shown, which may be turned clockwise (ISO 32000-1, 7.7.3.3). */
function buildPageMatrix([left, bottom, right, top]: Rectangle, turned: number, u: number): Matrix {
  const turns: readonly Matrix[] = [
    [u, 0, 0, -u, -left * u, top * u],
    [0, u, u, 0, -bottom * u, -left * u],
    [-u, 0, 0, u, right * u, -bottom * u],
    [0, -u, -u, 0, top * u, right * u],
  ];
  return turns[((Math.round(turned / 90) % 4) + 4) % 4] ?? IDENTITY;
}
