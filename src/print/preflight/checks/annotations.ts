import { counted, type Fault } from "../finding.ts";
import type { Check } from "./check.ts";

/** Nothing lies over a page that is printed: a link or note may come out on paper, or vanish. Fields of a form are what it is for. */
export const annotations: Check = (page, promises) => {
  const unwanted = page.annotations.filter(
    ({ kind }) => promises.annotations === "none" || kind !== "Widget",
  );
  return [...new Set(unwanted.map(({ kind }) => kind))].map((kind): Fault => {
    const found = unwanted.filter((one) => one.kind === kind);
    const tell = (times: number) =>
      `${counted(times, "annotation lies", "annotations lie")} over the page (${kind})`;
    const hint = "leave it out, or flatten it into the page: it is for the screen only";
    return { code: "annotation", about: kind, times: found.length, tell, hint, area: found[0]?.area ?? null };
  });
};
