import type { Fault } from "./finding.ts";
import type { Page } from "./page.ts";
import type { Painted } from "./paint-page.ts";
import type { Requirements } from "./requirements.ts";
import type { PageText } from "./texts.ts";

/** A page with everything on it. */
interface SeenPage extends Page, Painted {
  readonly texts: readonly PageText[];
}

/** Looks for one kind of fault on a page. */
export type PageCheck = (page: SeenPage, requirements: Requirements) => Fault[];
