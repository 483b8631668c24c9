import { type GlueEdge, PROFILES } from "../imposition/profile.ts";

/** What a file can be made for. */
export const PURPOSES = ["printshop", "copyshop", "home", "large-print", "archive", "fillable"] as const;
export type Purpose = (typeof PURPOSES)[number];

/** What a file promises. That fonts are embedded, boxes nested and lines thick enough is promised by all. */
export interface Promises {
  /** Whether each page says where it is cut. */
  readonly trimBox: boolean;
  /** Whether everything is grey, so that one plate prints it. */
  readonly grey: boolean;
  /** What may lie over the page for the screen. */
  readonly annotations: "none" | "fields";
  /** Whether it keeps to PDF/A. */
  readonly archived: boolean;
  /** No text stands nearer to the cut than this. */
  readonly safetyMm: number;
  /** The edge where the block is glued; no text stands there. */
  readonly glueEdge: GlueEdge;
  readonly glueMm: number;
}

/** A cut may be off by two or three millimetres; what is to be read keeps a little more away. */
const SAFETY_MM = 4;

const PRINTED: Promises = {
  trimBox: false,
  grey: true,
  annotations: "none",
  archived: false,
  safetyMm: SAFETY_MM,
  glueEdge: "none",
  glueMm: PROFILES.printshop.glueMm,
};

const PROMISES: Readonly<Record<Purpose, Promises>> = {
  printshop: { ...PRINTED, trimBox: true, glueEdge: PROFILES.printshop.glueEdge },
  copyshop: PRINTED,
  home: PRINTED,
  "large-print": PRINTED,
  archive: { ...PRINTED, archived: true },
  fillable: { ...PRINTED, annotations: "fields" },
};

/** What is said about a file from outside; whatever is left out follows from its purpose. */
export interface Asked {
  readonly purpose?: Purpose;
  readonly glueEdge?: GlueEdge;
  readonly glueMm?: number;
  readonly safetyMm?: number;
  /** Whether colour is wanted after all. */
  readonly colour?: boolean;
}

/**
 * What a file has to keep: what it was asked for, else what it says of itself, else what any print shop wants to be kept. Where
 * nobody says where a block is glued, it is not; and colour is no fault of a file that nobody asked to be grey.
 *
 * @param claimed what the file says that it is made for; null if it does not say
 */
export function promisesOf(asked: Asked, claimed: Purpose | null): Promises {
  const purpose = asked.purpose ?? claimed;
  const promised = purpose === null ? PRINTED : PROMISES[purpose];
  const isAsked = asked.purpose !== undefined;
  return {
    ...promised,
    grey: isAsked && asked.colour !== true,
    glueEdge: asked.glueEdge ?? (isAsked ? promised.glueEdge : "none"),
    glueMm: asked.glueMm ?? promised.glueMm,
    safetyMm: asked.safetyMm ?? promised.safetyMm,
  };
}
