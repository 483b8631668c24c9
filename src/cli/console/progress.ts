import type { Language } from "../../i18n/language.ts";

/** What takes less than this long needs no bar, in ms. */
const PATIENCE_MS = 1000;

/** Tells how many pages are written, once that takes a while and if somebody is there to look. */
export interface PageProgress {
  readonly update: (pages: number, all: number) => void;
  readonly stop: () => void;
}

/** Where nobody looks, the bar is not even loaded. */
export async function pageProgress(language: Language): Promise<PageProgress> {
  if (process.stderr.isTTY !== true) return { update: () => undefined, stop: () => undefined };
  const { SingleBar } = await import("cli-progress");
  const start = performance.now();
  const format = `${language.translate("pad.progress")} {bar} {value}/{total}`;
  const bar = new SingleBar({ format, hideCursor: true, stream: process.stderr });
  const update = (pages: number, all: number) => {
    if (bar.isActive) bar.update(pages);
    else if (performance.now() - start >= PATIENCE_MS) bar.start(all, pages);
  };
  return { update, stop: () => (bar.isActive ? bar.stop() : undefined) };
}
