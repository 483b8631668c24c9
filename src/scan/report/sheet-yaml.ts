import { type BoxPlace, gameReference, type PlayerSheet } from "../../check/sheet.ts";
import { yamlHead, yamlWord } from "../../check/write-sheet.ts";
import type { Language } from "../../i18n/language.ts";
import type { Game } from "../../rules/game/game.ts";
import { oneLine } from "../../rules/problem/wording.ts";
import { openQuestions, type PhotoSheet } from "../sheet/photo-sheet.ts";
import { tellQuestion } from "./photo-words.ts";

/** A line of a sheet's file: fixed text, or the content of a box; `at` is the box's index in the reading. */
type YamlLine =
  | { readonly kind: "fixed"; readonly text: string }
  /** `value` is the content as YAML; empty for an empty box, whose line is left out. */
  | { readonly kind: "box"; readonly at: number; readonly before: string; readonly value: string };

/** A photographed sheet as YAML, line by line. */
function sheetYamlLines(photo: PhotoSheet, language: Language): YamlLine[] {
  const { game, sheet, reading, files, pad } = photo;
  const from = oneLine(language.translate("photo.saved.from", { files: files.join(", ") }));
  const head = [`# ${from}`, ...yamlHead(sheet, null, pad?.changes)];
  const boxes = new Map(reading.boxes.map((box, at) => [spot(box), at]));
  const players = sheet.players.flatMap((player, at) =>
    playerLines(game, player, reading.players[at] ?? at + 1, boxes),
  );
  return [...head.map(toFixedLine), ...players];
}

function playerLines(game: Game, player: PlayerSheet, number: number, boxes: ReadonlyMap<string, number>) {
  const line = (indent: string, column: string | null, row: string, value: string): YamlLine[] => {
    const at = boxes.get(spot({ player: number, column, category: row, line: null }));
    return at === undefined ? [] : [{ kind: "box", at, before: `${indent}${row}: `, value }];
  };
  const columns = game.columns.flatMap(({ id }) => [
    toFixedLine(`      ${yamlWord(id)}:`),
    ...gameReference(game).columnRows.flatMap((row) => {
      const entry = player.boxes.get(id)?.get(row);
      const value = entry?.kind === "score" ? entry.value : player.columnLines.get(id)?.get(row);
      return line("        ", id, row, entry?.kind === "strike" ? yamlWord(entry.mark) : numberWord(value));
    }),
  ]);
  const sums = gameReference(game).sheetLines.flatMap(({ id }) =>
    line("    ", null, id, numberWord(player.sheetLines.get(id))),
  );
  return [
    toFixedLine(`  - name: ${yamlWord(player.name)}`),
    toFixedLine("    columns:"),
    ...columns,
    ...sums,
  ];
}

function toFixedLine(text: string): YamlLine {
  return { kind: "fixed", text };
}

function spot({ player, column, category, line }: BoxPlace): string {
  return JSON.stringify([player, column, category ?? line]);
}

function numberWord(value: number | undefined): string {
  return value === undefined ? "" : String(value);
}

/** The text of a YAML file of a photographed sheet, which `readSheet` reads; comments next to the boxes ask about doubtful ones. */
export function photoYaml(photo: PhotoSheet, language: Language): string {
  const open = new Set(openQuestions(photo));
  const lines = sheetYamlLines(photo, language).flatMap((line) => {
    if (line.kind === "fixed") return [line.text];
    if (!open.has(line.at)) return line.value === "" ? [] : [line.before + line.value];
    const question = oneLine(tellQuestion(line.at, photo, language));
    const comment = language.translate("photo.saved.beside", { question });
    return [`${line.before}${line.value}  # ${oneLine(comment)}`];
  });
  return `${lines.join("\n")}\n`;
}
