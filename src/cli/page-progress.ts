import { SingleBar } from "cli-progress";
import type { Language } from "../words/language.ts";

/** What takes less than this long needs no bar, in ms. */
const PATIENCE_MS = 1000;

/** Tells how many pages are written, once that takes a while and if somebody is there to look. */
export interface PageProgress {
  readonly update: (pages: number, all: number) => void;
  readonly stop: () => void;
}

export function pageProgress(language: Language): PageProgress {
  const start = performance.now();
  let bar: SingleBar | null = null;
  const update = (pages: number, all: number) => {
    if (bar === null) {
      if (process.stderr.isTTY !== true || performance.now() - start < PATIENCE_MS) return;
      const format = `${language.say("pad.progress")} {bar} {value}/{total}`;
      bar = new SingleBar({ format, hideCursor: true, stream: process.stderr });
      bar.start(all, pages);
    }
    bar.update(pages);
  };
  return { update, stop: () => bar?.stop() };
}
