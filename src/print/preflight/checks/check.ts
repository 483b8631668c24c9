import type { Fault } from "../finding.ts";
import type { Promises } from "../promise.ts";
import type { SeenPage } from "../seen-page.ts";

/** Looks for one kind of fault on a page. */
export type Check = (page: SeenPage, promises: Promises) => Fault[];
