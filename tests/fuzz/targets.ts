import sharp from "sharp";
import { readdirSync, readFileSync } from "node:fs";
import { PDFDocument } from "@cantoo/pdf-lib";
import { fieldsOf, formOf } from "../support/forms.ts";
import { SHIPPED, SHIPPED_FILES, shippedFiles, shippedGame, shippedText } from "../support/games.ts";
import { language } from "../support/languages.ts";
import { madeUp } from "../support/made-up-pdf.ts";
import { good, padTemplates } from "../support/pads.ts";
import { checkSheet } from "../../src/check/check-sheet.ts";
import { emptySheet, saveSheet } from "../../src/check/write-sheet.ts";
import { pictureProcess } from "../../src/files/pictures/picture-process.ts";
import { readLanguage } from "../../src/i18n/read-language.ts";
import { latin1Text } from "../../src/rules/bytes.ts";
import { findForms, formSheets, openForm } from "../../src/check/form/form-sheets.ts";
import { readFields } from "../../src/check/form/read-fields.ts";
import { type Games, readSheet, type SheetFormat } from "../../src/check/read/read-sheet.ts";
import { rulesDigest } from "../../src/print/form/form-script.ts";
import { CODE_CHARACTERS, readSheetCode, writeSheetCode } from "../../src/print/layout/sheet-code.ts";
import { readBlockFile } from "../../src/print/pad/block-file.ts";
import { padText } from "../../src/print/pad/pad-text.ts";
import { preflight } from "../../src/print/preflight/preflight.ts";
import { rulesHtml } from "../../src/print/rulebook/rules-html.ts";
import type { Game } from "../../src/rules/game/game.ts";
import { msg } from "../../src/rules/problem/message.ts";
import { type Problem, refusal, type Result, success } from "../../src/rules/problem/problem.ts";
import { lintVariant, readVariant } from "../../src/rules/variant/read-variant.ts";

/** A parser with inputs to start from. Files of bytes are texts with a character for each byte. */
export interface Target {
  readonly isBytes: boolean;
  /** Whether the commands read it in a thread that they end when it takes too long. */
  readonly mayHang?: boolean;
  seeds(): Promise<readonly string[]> | readonly string[];
  /** Throws if the parser does what it must not: it throws, tells nothing, or tells what its reader can't understand. */
  survives(input: string): Promise<void> | void;
}

const ROOT = new URL("../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, ROOT), "utf8");
const DE = language("de");
const LANGUAGES = [DE, language("en")];
const YATZY = shippedGame("yatzy");

/** Words of libraries and of the language that we write in, which none of our sentences has. */
const FOREIGN = /\[object |undefined|\bNaN\b|Invalid input|Unrecognized key|Cannot read|is not a function/;

/** Holds problems to what they promise, for any file: quoted words are in backquotes. */
function tellsWell(problems: readonly Problem[]): void {
  if (problems.length === 0) throw new Error("refused without a problem");
  for (const { code, message, hint, place } of problems) {
    const told = `${message} ${hint ?? ""}`.replace(/`[^`]*`/g, "");
    if (!/^[a-z][a-z-]+$/.test(code) || message === "") throw new Error(`a problem without words: ${code}`);
    if (FOREIGN.test(told)) throw new Error(`${code} tells: ${told}`);
    if (place !== null && !(place.line >= 1 && place.col >= 1)) throw new Error(`${code} has no place`);
  }
}

/** Gives the value of a good result, and holds a bad one to its promises. */
function held<T>(result: Result<T>): T | null {
  if (!result.ok) tellsWell(result.problems);
  return result.ok ? result.value : null;
}

const known = new Map<string, Game>(SHIPPED.map((id) => [id, shippedGame(id)]));
const games: Games = (id) => {
  const game = known.get(id);
  return game ? success(game) : refusal("unknown-variant", msg`test.there-no-such: there is no such game`);
};

const FILLED = `variant: yazzo
complete: true
players:
  - name: Anna
    columns:
      mixed: {ones: 3, twos: 6, minimum: 12, maximum: 27, full_house: 53, yazzo: /, upper.sum: 61, upper.bonus: 60}
      down: {ones: 2}
    grand.total: 512
  - {name: Ben, left: true, columns: {up: {ones: 3}}}
`;

function typedSheets(format: SheetFormat): Target {
  const readOne = (text: string, format: SheetFormat) =>
    readSheet({ file: "sheet", text, format }, games, LANGUAGES);
  return {
    isBytes: false,
    seeds: () => {
      const filled = saveSheet(good(readOne(FILLED, "yaml")), format);
      const players = ["Anna", "Ben"];
      const empty = ["yazzo", "yatzy", "kniffel-extreme", "balut"].map((id) =>
        format === "json"
          ? saveSheet(
              good(readOne(emptySheet(shippedGame(id), { players, format: "yaml", language: DE }), "yaml")),
              format,
            )
          : emptySheet(shippedGame(id), { players, format, language: DE }),
      );
      return [filled, ...empty];
    },
    survives(text) {
      const sheet = held(readOne(text, format));
      if (sheet !== null) checkSheet(sheet);
    },
  };
}

const BLOCK = `block: yatzy
set: {}
paper: a5
players: 3
lang: de
marks: true
numbered: 1-50
profile: copyshop
on: a4
order: stacked
cuts: ticks
glue-edge: top
glue-mm: 8
back: long-edge
back-offset: "1.5,-0.5"
title: The Golden Lion
logo: lion.svg
accent: "#7a1f1f"
players-named: [Anna, Ben]
date: 2026
`;

const TEMPLATES = ["pad.hbs", "rules.hbs", "partials/pad-line.hbs", "partials/rules-enter.hbs"].map((name) =>
  read(`templates/${name}`),
);

async function pictures(): Promise<string[]> {
  const create = { width: 320, height: 300, channels: 3, background: "#c60" } as const;
  const picture = sharp({ create }).composite([
    { input: { create: { ...create, width: 90, height: 80 } }, left: 9, top: 7 },
  ]);
  const made = [
    ...[picture.clone().jpeg(), picture.clone().jpeg({ progressive: true }), picture.clone().png()],
    ...[
      picture.clone().png({ progressive: true, palette: true }),
      picture.clone().webp(),
      picture.clone().gif(),
    ],
    ...[picture.clone().tiff({ compression: "lzw" }), picture.clone().avif({ effort: 0 })],
  ];
  const heic = readFileSync(new URL("tests/scan/image/upright.heic", ROOT));
  return [...(await Promise.all(made.map((one) => one.toBuffer()))), heic].map((bytes) => latin1Text(bytes));
}

const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 90 30">
<style>.a{fill:#c00}</style><defs><linearGradient id="g"><stop offset="0"/></linearGradient><g id="b"><circle r="9"/></g></defs>
<g transform="translate(9 9)"><rect class="a" width="40" height="20"/><use xlink:href="#b"/><path d="M0 0L9 9q3 4 5 6z" fill="url(#g)"/></g></svg>`;

const LIMITS = { maxMs: 2000, maxBytes: 500_000_000 };
const decoder = pictureProcess({ photo: LIMITS, logo: LIMITS });

const bytesOf = (input: string) => Uint8Array.from(input, (character) => character.charCodeAt(0));

/** The fields of a form of ours in a small file: without fonts, which take most of a form. */
async function form(): Promise<string> {
  const { pdf } = await formOf(YATZY, { players: 2 });
  const fields = await fieldsOf(pdf);
  const document = await PDFDocument.create();
  const page = document.addPage([300, 400]);
  for (const [name, text] of fields) {
    const field = document.getForm().createTextField(name);
    field.setText(text);
    field.addToPage(page, { width: 9, height: 9 });
  }
  return latin1Text(await document.save({ useObjectStreams: false, updateFieldAppearances: false }));
}

/** Pages as other programs might write them. */
async function pages(): Promise<string[]> {
  const drawn = [
    madeUp((on) => on.line({ x: 9, y: 9, long: 50, pt: 0.1 })),
    madeUp((on) => {
      on.raw("q 0.2 0.4 0.1 0 k 10 10 50 50 re f Q /DeviceRGB cs 1 0 0 sc 5 5 m 50 50 l S");
      on.set("TrimBox", [0, 0, 200, 300]);
      on.next();
      on.raw("BT (nothing) Tj ET q 2 0 0 2 0 0 cm 1 w 0 0 m 9 9 l S Q");
    }),
  ];
  return (await Promise.all(drawn)).map((pdf) => latin1Text(pdf));
}

/** Every parser of what people hand in. */
export const TARGETS: Readonly<Record<string, Target>> = {
  variant: {
    isBytes: false,
    seeds: () => SHIPPED_FILES.map((file) => shippedText(file.replace(/\.yaml$/, ""))),
    survives(text) {
      const { problems } = lintVariant("test.yaml", text, shippedFiles);
      if (problems.length > 0) tellsWell(problems);
      const game = problems.length > 0 ? null : held(readVariant("test.yaml", text, shippedFiles));
      if (game !== null) held(padText(game, DE, padTemplates("de")));
    },
  },
  "sheet-yaml": typedSheets("yaml"),
  "sheet-json": typedSheets("json"),
  "sheet-csv": typedSheets("csv"),
  block: {
    isBytes: false,
    seeds: () => [BLOCK],
    survives: (text) => void held(readBlockFile("block.yaml", text)),
  },
  template: {
    isBytes: false,
    seeds: () => TEMPLATES,
    survives(text) {
      const pages = { main: { file: "mine.hbs", text }, partials: [] };
      held(padText(YATZY, DE, pages));
      held(rulesHtml(YATZY, DE, pages, null));
    },
  },
  words: {
    isBytes: false,
    seeds: () => [read("templates/sv/words.yaml"), read("templates/en/words.yaml")],
    survives: (text) => void held(readLanguage("sv", "words.yaml", text)),
  },
  form: {
    isBytes: true,
    mayHang: true,
    seeds: async () => [await form()],
    async survives(input) {
      const pages = await readFields(bytesOf(input));
      const found = typeof pages === "string" ? [pages] : findForms(pages).forms.map(({ fields }) => fields);
      for (const fields of found) {
        const form = held(openForm("form.pdf", fields, games, rulesDigest));
        for (const { sheet } of form === null ? [] : formSheets("form.pdf", form.fields, form.game, DE)) {
          const read = held(sheet);
          if (read !== null) checkSheet(read);
        }
      }
    },
  },
  preflight: {
    isBytes: true,
    mayHang: true,
    seeds: async () => [await form(), ...(await pages())],
    async survives(input) {
      const answer = await preflight(bytesOf(input));
      if (typeof answer === "object")
        for (const { message, hint } of answer.findings)
          if (FOREIGN.test(`${message} ${hint}`)) throw new Error(message);
    },
  },
  photo: {
    isBytes: true,
    seeds: pictures,
    survives: async (input) => void held(await decoder.photo(bytesOf(input), "photo")),
  },
  logo: {
    isBytes: true,
    seeds: async () => [LOGO, ...(await pictures()).slice(0, 3)],
    survives: async (input) => void held(await decoder.logo(bytesOf(input), "logo", true)),
  },
  "sheet-code": {
    isBytes: false,
    seeds: () => ["154HT RUBJ", "154HT RUBJ 0001", CODE_CHARACTERS],
    survives(text) {
      const code = readSheetCode(text);
      if (code !== null && JSON.stringify(readSheetCode(writeSheetCode(code))) !== JSON.stringify(code))
        throw new Error("a code that is written otherwise than it is read");
    },
  },
};

const FOUND = new URL("found/", import.meta.url);

/** Where an input that a parser did not survive is kept: the tests try it again from then on. */
export function foundFile(target: string, name: string): URL {
  return new URL(`${target}-${name}`, FOUND);
}

/** The inputs that were found, by their files. */
export function foundInputs(target: string): { readonly file: string; readonly input: string }[] {
  const files = readdirSync(FOUND).filter((file) => file.startsWith(`${target}-found-`));
  return files.map((file) => ({ file, input: asInput(target, readFileSync(new URL(file, FOUND))) }));
}

/** The contents of a file as the input of a target, and the other way round. */
function asInput(target: string, bytes: Uint8Array): string {
  return TARGETS[target]?.isBytes ? latin1Text(bytes) : new TextDecoder().decode(bytes);
}

export function asFile(target: string, input: string): Uint8Array {
  return TARGETS[target]?.isBytes ? bytesOf(input) : new TextEncoder().encode(input);
}
