import { elementAt } from "../../../rules/arrays.ts";
import type { Alternative, ReadBox, Written } from "../../../scan/inference/sheet-reading.ts";
import { nextQuestion, openQuestions, type PhotoSheet } from "../../../scan/sheet/photo-sheet.ts";
import { boxReadings } from "../../../scan/report/photo-words.ts";
import type { CheckedSheet } from "../../../check/evening.ts";
import { tellFinding } from "../../../check/finding.ts";
import type { Language } from "../../../i18n/language.ts";
import type { BesideBest } from "./beside-best.ts";
import type { Checked } from "./job.ts";
import { problemJson } from "../../console/failure.ts";

/** The stable JSON shape of a checked sheet. @param best how totals stand beside best play; null if nobody asked */
export function sheetJson(
  { file, result }: Checked,
  language: Language,
  best: ReadonlyMap<CheckedSheet, BesideBest> | null,
): object {
  if (!result.ok) {
    const problems = result.problems.map((one) => problemJson(one, file));
    return { file, variant: null, verdict: "unusable", players: [], findings: [], ranking: [], problems };
  }
  const { sheet, report, verdict, photo } = result.value;
  return {
    file,
    variant: sheet.game.id,
    verdict,
    players: report.players.map(({ name, computed, written }) => {
      const below = best?.get(result.value)?.get(name);
      const bestPlay = below === undefined ? null : { below: rounded(below) };
      return { name, computed, written, ...(best && { bestPlay }) };
    }),
    findings: report.findings.map((finding, at) => {
      const { code, player, column, category, line, written, expected } = finding;
      const plain = { code, player, column, category, line, written, expected };
      const message = tellFinding(finding, sheet.game, language);
      return { ...plain, message, ...(photo === null ? {} : weightsJson(photo, at)) };
    }),
    ranking: report.ranking,
    problems: photo === null ? [] : photo.warnings.map((one) => problemJson(one, file)),
    ...(photo === null ? {} : photoJson(photo)),
  };
}

/** How sure a finding is, and the misreading that would explain it as well. */
function weightsJson({ judgement, reading, names }: PhotoSheet, at: number): object {
  const { probability, isSure, misread } = elementAt(judgement.findings, at);
  const place = misread && placeJson(elementAt(reading.boxes, misread.at), names);
  return {
    probability: rounded(probability),
    sure: isSure,
    misread: misread && { ...place, ...alternativeJson(misread) },
  };
}

/** What a photographed sheet has beyond a typed one. */
function photoJson(photo: PhotoSheet): object {
  const { files, number, pad, reading, names, disagreements } = photo;
  const next = nextQuestion(photo);
  return {
    photos: files,
    number: number === 0 ? null : number,
    pad: pad?.id ?? null,
    padConfidence: pad && rounded(pad.confidence),
    boxes: reading.boxes
      .filter(({ player }) => reading.players.includes(player))
      .map((box) => ({
        ...placeJson(box, names),
        ...writtenJson(box.written),
        confidence: rounded(box.confidence),
        alternatives: box.alternatives.map(alternativeJson),
        doubt: box.doubt,
        confirmed: box.confirmed,
      })),
    questions: openQuestions(photo).length,
    nextQuestion: next === null ? null : questionJson(next, photo),
    disagreements: disagreements.map(({ at, views }) => ({
      ...placeJson(elementAt(reading.boxes, at), names),
      views: views.map(({ file, written }) => ({ file, ...writtenJson(written) })),
    })),
  };
}

/** The box to ask about next, and what it may hold, in the order in which to offer it. */
function questionJson(at: number, photo: PhotoSheet): object {
  const box = elementAt(photo.reading.boxes, at);
  const readings = boxReadings(at, photo).map(writtenJson);
  return { ...placeJson(box, photo.names), doubt: box.doubt, readings };
}

function placeJson({ player, column, category, line }: ReadBox, names: readonly string[]): object {
  return { player: names[player - 1] ?? String(player), column, category, line };
}

function alternativeJson({ written, probability }: Alternative): object {
  return { ...writtenJson(written), probability: rounded(probability) };
}

/** The value is null where there is none; the kind tells a blank box from one that could not be read. */
function writtenJson(written: Written): object {
  return { kind: written.kind, value: written.kind === "score" ? written.value : null };
}

/** Finer figures mean nothing. */
function rounded(probability: number): number {
  return Math.round(probability * 10_000) / 10_000;
}
