import { openShelf, type Shelf } from "../photos/shelf.ts";
import type { WorkerSetting } from "../photos/work/crew.ts";

/** What sheets of bought pads are made of, beside hands and cameras. */
const MADE_OF = ["bench/any-pad/bought"];

/** Where photos of bought pads are kept. */
export function openBoughtShelf({ folder, anyAge, fold, phone }: Omit<WorkerSetting, "replay">): Shelf {
  return openShelf(folder, anyAge, fold, phone, MADE_OF);
}
