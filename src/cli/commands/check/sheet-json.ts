import type { ReadBox, Written } from "../../../scan/inference/sheet-reading.ts";
import type { PhotoSheet } from "../../../scan/photo-sheet.ts";
import { tellFinding } from "../../../check/finding.ts";
import type { Language } from "../../../i18n/language.ts";
import type { Checked } from "./job.ts";
import { problemJson } from "../../console/failure.ts";

/** The stable JSON shape of a checked sheet. */
export function sheetJson({ file, result }: Checked, language: Language): object {
  if (!result.ok) {
    const problems = result.problems.map(problemJson);
    return { file, variant: null, verdict: "unusable", players: [], findings: [], ranking: [], problems };
  }
  const { sheet, report, verdict, photo } = result.value;
  return {
    file,
    variant: sheet.game.id,
    verdict,
    players: report.players.map(({ name, computed, written }) => ({ name, computed, written })),
    findings: report.findings.map((finding, at) => {
      const { code, player, column, category, line, written, expected } = finding;
      const plain = { code, player, column, category, line, written, expected };
      const message = tellFinding(finding, sheet.game, language);
      return { ...plain, message, ...(photo === null ? {} : weightsJson(photo, at)) };
    }),
    ranking: report.ranking,
    problems: photo === null ? [] : photo.warnings.map(problemJson),
    ...(photo === null ? {} : photoJson(photo)),
  };
}

/** How sure a finding is, and the misreading that would explain it as well. */
function weightsJson({ judgement, reading, names }: PhotoSheet, at: number): object {
  const weighed = judgement.findings[at];
  if (weighed === undefined) return {};
  const { probability, isSure, misread } = weighed;
  const box = misread === null ? undefined : reading.boxes[misread.at];
  return {
    probability: rounded(probability),
    sure: isSure,
    misread:
      misread === null || box === undefined
        ? null
        : {
            ...placeJson(box, names),
            ...writtenJson(misread.written),
            probability: rounded(misread.probability),
          },
  };
}

/** What a photographed sheet has beyond a typed one. */
function photoJson({ files, number, reading, names, disagreements }: PhotoSheet): object {
  return {
    photos: files,
    number: number === 0 ? null : number,
    boxes: reading.boxes
      .filter(({ player }) => reading.players.includes(player))
      .map((box) => ({
        ...placeJson(box, names),
        ...writtenJson(box.written),
        confidence: rounded(box.confidence),
        alternatives: box.alternatives.map(({ written, probability }) => ({
          ...writtenJson(written),
          probability: rounded(probability),
        })),
        doubt: box.doubt,
        confirmed: box.confirmed,
      })),
    disagreements: disagreements.flatMap(({ at, views }) => {
      const box = reading.boxes[at];
      if (box === undefined) return [];
      const plain = views.map(({ file, written }) => ({ file, ...writtenJson(written) }));
      return [{ ...placeJson(box, names), views: plain }];
    }),
  };
}

function placeJson({ player, column, category, line }: ReadBox, names: readonly string[]): object {
  return { player: names[player - 1] ?? String(player), column, category, line };
}

/** The value is null where there is none; the kind tells a blank box from one that could not be read. */
function writtenJson(written: Written): object {
  return { kind: written.kind, value: written.kind === "score" ? written.value : null };
}

/** Finer figures mean nothing. */
function rounded(probability: number): number {
  return Math.round(probability * 10_000) / 10_000;
}
