import { type Problem, problem } from "../../rules/problem/problem.ts";

/** Names of the corners by the place of their marks. */
const CORNERS = ["top left", "top right", "bottom right", "bottom left"] as const;

export function noMarks(file: string): Problem {
  return problem("no-marks", `there is no sheet on ${file} that can be found by its marks`, {
    hint:
      "print the pad with marks (the default) and photograph the whole sheet, sharp and from above; " +
      "the numbers of an old pad can be typed in with `augenblock sheet`",
  });
}

export function reachingIn(file: string): Problem {
  return problem("sheet-reaches-in", `another sheet reaches into ${file}; it is left out`, {
    severity: "warning",
    hint: "photograph it by itself if it is to be checked, too",
  });
}

/** A sheet whose small code can't be read, so that nobody knows what it was printed for. */
export function unreadableCode(file: string): Problem {
  const message = `the small code of a sheet on ${file} can't be read, neither at its top right nor at its bottom left`;
  const hint =
    "photograph it closer and sharper, without thumb or glare on one of the two, or give the letters at the top right with `--code`; " +
    "if they can't be seen, those of any sheet of the block will do without the number";
  return problem("unreadable-code", message, { hint });
}

export function missingCorners(places: readonly number[]): Problem {
  const names = places.flatMap((place) => CORNERS[place] ?? []);
  const last = names.at(-1) ?? "";
  const list = names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${last}` : last;
  const message = `the ${list} ${names.length > 1 ? "corners of the sheet are" : "corner of the sheet is"} missing`;
  return problem("missing-corners", message, {
    hint: "three of the four black marks at the corners must be seen whole; mind thumbs and the photo's edge",
  });
}

export function tooSmall(foundPxPerMm: number, neededPxPerMm: number): Problem {
  const message = `the sheet is too small in the photo: ${rounded(foundPxPerMm)} pixels per mm, needed are ${rounded(neededPxPerMm)}`;
  return problem("too-small", message, { hint: "go closer, so that the sheet fills the photo" });
}

/** A sheet that can be read, but better from a larger photo. */
export function ratherSmall(foundPxPerMm: number, goodPxPerMm: number): Problem {
  const message = `the sheet is rather small in the photo: ${rounded(foundPxPerMm)} pixels per mm, ${rounded(goodPxPerMm)} are good`;
  return problem("small-photo", message, {
    severity: "warning",
    hint: "go closer, so that the sheet fills the photo",
  });
}

export function tooBlurred(foundMm: number, mostMm: number): Problem {
  const message = `the photo is too blurred: edges are ${rounded(foundMm)} mm wide on the sheet, at most ${rounded(mostMm)} mm can be read`;
  return problem("too-blurred", message, {
    hint: "hold still, tap the sheet to focus, and take more light",
  });
}

export function printNotFound(): Problem {
  return problem("print-not-found", "the print on the sheet is not where it should be", {
    hint: "lay the sheet flat and photograph it from above; if it was printed with other words or options, name them as when printing",
  });
}

export function coveredSheet(hidden: number, boxes: number): Problem {
  return problem("covered-sheet", `${hidden} of ${boxes} boxes can't be seen`, {
    hint: "mind glare, hard shadows and things that lie on the sheet; turn away from the lamp",
  });
}

function rounded(value: number): string {
  return value.toFixed(value < 1 ? 2 : 1);
}
