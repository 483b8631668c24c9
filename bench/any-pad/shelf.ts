import { openShelf, type Shelf } from "../photos/shelf.ts";
import type { WorkerSetting } from "../photos/work/crew.ts";

/** What sheets of store-bought pads are made of, apart from hands and cameras. */
const MADE_OF = ["bench/any-pad/store-bought"];

/** Where photos of store-bought pads are kept. */
export function openStoreBoughtShelf({ folder, anyAge, fold, phone }: Omit<WorkerSetting, "replay">): Shelf {
  return openShelf(folder, anyAge, fold, phone, MADE_OF);
}
