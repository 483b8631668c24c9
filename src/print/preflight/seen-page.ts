import type { Area } from "../geometry.ts";
import type { Page } from "./pages.ts";
import type { Painted } from "./painted.ts";
import type { PlacedText } from "./texts.ts";

/** Something that lies over a page for the screen: a link, a field, a note. */
export interface Annotation {
  /** As PDF calls it: `Link`, `Widget`. */
  readonly kind: string;
  readonly area: Area | null;
}

/** A page with everything that is on it. */
export interface SeenPage extends Page, Painted {
  readonly texts: readonly PlacedText[];
  readonly annotations: readonly Annotation[];
}

/** What is left of a page once it is cut: all that is shown of it, where it does not say. */
export function trimOf({ boxes, shown }: Page): Area {
  return boxes.get("TrimBox") ?? shown;
}
