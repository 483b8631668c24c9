import { readFileSync } from "node:fs";
import { createContext, runInContext } from "node:vm";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import type { BoxEntry, PlayerSheet, Sheet } from "../../src/check/sheet.ts";
import { drawForm } from "../../src/print/form/draw-form.ts";
import { boxField, nameField } from "../../src/check/form/fields.ts";
import { type FieldTexts, readFields } from "../../src/check/form/read-fields.ts";
import { listSheetLines, nodeId } from "../../src/rules/sums/sum-graph.ts";
import { ACTIONS, formScript, lineSums } from "../../src/print/form/form-script.ts";
import type { PadLayout } from "../../src/print/layout/pad-layout.ts";
import { parsePaper } from "../../src/print/layout/paper.ts";
import { buildSheetCode } from "../../src/print/layout/sheet-code.ts";
import type { Game } from "../../src/rules/game/game.ts";
import { listCategories, withRowSums } from "../../src/rules/game/rows.ts";
import { language } from "./languages.ts";
import { FAMILY, good, laidOut, shippedText } from "./pads.ts";

/** The fields of a file that holds one form, of all its pages. @throws if it can't be read */
export async function fieldsOf(pdf: Uint8Array): Promise<FieldTexts> {
  const pages = await readFields(pdf);
  if (typeof pages === "string") throw new Error(`the form is ${pages}`);
  return new Map(pages.flatMap((fields) => [...(fields ?? [])]));
}

const WORDS = { de: language("de"), en: language("en") };

const FORM_LIBRARY = readFileSync(new URL("../../templates/form.js", import.meta.url), "utf8");

/** The form of a shipped game with its layout: for `players` on a sheet that they share, or a page for each; or for `games` of one. */
export async function formOf(
  game: Game,
  { code = "de" as "de" | "en", paper = "a4", players = 1, games = 0, sheets = 1, firstNumber = 0 } = {},
): Promise<{ readonly pdf: Uint8Array; readonly layout: PadLayout }> {
  const isShared = game.columns.length === 1;
  const onPage = games > 0 ? games : isShared ? players : 1;
  const layout = good(laidOut(game, code, paper, onPage, undefined, games > 0));
  const text = shippedText(game, code);
  const pdf = await drawForm({
    ...{ game, text, layout, paper, sheets, firstNumber },
    language: WORDS[code],
    family: FAMILY,
    code: buildSheetCode(game, text, {
      paper: good(parsePaper(paper)),
      players: onPage,
      columnsAreGames: games > 0,
    }),
    pagesPerSheet: isShared ? 1 : players,
    library: FORM_LIBRARY,
  });
  return { pdf, layout };
}

/** A field of a form, as pdf.js sees it. */
interface Field {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly editable: boolean;
  readonly hidden: boolean;
  readonly page: number;
  /** In pt from the bottom left corner: left, bottom, right, top. */
  readonly rect: readonly [number, number, number, number];
  readonly actions: Readonly<Record<string, readonly string[]>> | null;
}

/** The scripts of a form. */
export interface ScriptedForm {
  readonly script: string;
  readonly fields: ReadonlyMap<string, Pick<Field, "actions">>;
  /** The names of the fields that are worked out, in their order. */
  readonly calculated: readonly string[];
}

const WRITTEN = { Keystroke: [ACTIONS.keystroke], Validate: [ACTIONS.validate] };
const WORKED_OUT = { Calculate: [ACTIONS.calculate] };

/** The scripts of a game's form for two players, without its pages; `draw-form.test.ts` proves that pages have the same. */
export function scriptedForm(printed: Game): ScriptedForm {
  const game = withRowSums(printed);
  const sums = lineSums(game);
  const ofColumn = [
    ...listCategories(game).map(({ id }) => id),
    ...listSheetLines(game).flatMap(({ id, scope }) => (scope === "column" ? [id] : [])),
  ];
  const spots = [
    ...game.columns.flatMap(({ id: column }) => ofColumn.map((row) => ({ column, row }))),
    ...listSheetLines(game).flatMap(({ id: row, scope }) =>
      scope === "sheet" ? [{ column: null, row }] : [],
    ),
  ];
  const fields = [1, 2].flatMap((player): [string, Pick<Field, "actions">][] => [
    [nameField(1, player), { actions: null }],
    ...spots.map((spot): [string, Pick<Field, "actions">] => {
      const actions = sums.has(nodeId(spot)) ? WORKED_OUT : WRITTEN;
      return [boxField(1, player, spot), { actions }];
    }),
  ]);
  return {
    script: formScript(FORM_LIBRARY, game, WORDS.de),
    fields: new Map(fields),
    calculated: fields.flatMap(([name, { actions }]) => (actions === WORKED_OUT ? [name] : [])),
  };
}

/** What a form consists of apart from its pages. */
export interface OpenedForm extends ScriptedForm {
  readonly fields: ReadonlyMap<string, Field>;
  /** Names and tips of the fields of a page, in the order of the file. */
  readonly tips: readonly { readonly name: string; readonly tip: string }[];
  /** Saves the form with this in its fields, as a viewer without scripts would. */
  save(texts: ReadonlyMap<string, string>): Promise<Uint8Array>;
}

/** Opens a form with pdf.js. */
export async function openedForm(pdf: Uint8Array): Promise<OpenedForm> {
  const document = await getDocument({ data: pdf.slice(), verbosity: 0 }).promise;
  const objects = ((await document.getFieldObjects()) ?? {}) as Record<string, Field[]>;
  const fields = new Map<string, Field>();
  for (const widgets of Object.values(objects))
    for (const widget of widgets) if (widget.type !== "") fields.set(widget.name, widget);
  const byId = new Map([...fields.values()].map(({ id, name }) => [id, name]));
  const scripts = Object.values((await document.getJSActions()) ?? {}) as string[][];
  const widgets = await (await document.getPage(1)).getAnnotations();
  return {
    fields,
    script: scripts.flat().join("\n"),
    calculated: ((await document.getCalculationOrderIds()) as string[]).map((id) => byId.get(id) ?? ""),
    tips: widgets.map(({ fieldName, alternativeText }) => ({ name: fieldName, tip: alternativeText })),
    save: (texts) => {
      for (const [name, value] of texts) {
        const field = fields.get(name);
        if (field === undefined) throw new Error(`the form has no field ${name}`);
        document.annotationStorage.setValue(field.id, { value });
      }
      return document.saveDocument();
    },
  };
}

/**
 * As much of a viewer as the scripts of a form need: entries are validated, then all lines are worked out in their order. It runs
 * the very scripts that are in the file.
 */
export class StandInViewer {
  readonly texts = new Map<string, string>();
  readonly alerts: string[] = [];
  readonly #form: ScriptedForm;
  readonly #context: ReturnType<typeof createContext>;

  constructor(form: ScriptedForm) {
    this.#form = form;
    for (const name of form.fields.keys()) this.texts.set(name, "");
    this.#context = createContext({
      app: { alert: (message: string) => this.alerts.push(message) },
      getField: (name: string) => {
        const value = this.texts.get(name);
        return value === undefined ? null : { name, value };
      },
    });
    runInContext(form.script, this.#context);
  }

  /** Whether a key may be typed into a field. */
  takes(name: string, change: string): boolean {
    const event = { target: { name }, change, willCommit: false, rc: true };
    this.#run(name, "Keystroke", event);
    return event.rc;
  }

  /** Leaves a field with this in it. @returns whether it was accepted */
  enter(name: string, value: string): boolean {
    const event = { target: { name }, value, rc: true };
    this.#run(name, "Validate", event);
    if (!event.rc) return false;
    this.texts.set(name, value);
    for (const line of this.#form.calculated) {
      const worked = {
        target: { name: line },
        source: { name },
        value: this.texts.get(line) ?? "",
        rc: true,
      };
      this.#run(line, "Calculate", worked);
      this.texts.set(line, worked.value);
    }
    return true;
  }

  #run(name: string, kind: string, event: object): void {
    const scripts = this.#form.fields.get(name)?.actions?.[kind] ?? [];
    this.#context.event = event;
    for (const script of scripts) runInContext(script, this.#context);
  }
}

/** The content of a box when this was entered. */
function entryText(entry: BoxEntry | undefined): string {
  if (entry === undefined || entry.kind === "empty") return "";
  return entry.kind === "score" ? String(entry.value) : entry.mark;
}

/** What a player's entries look like in the fields of a form, names included, sums left out. */
export function textsOfPlayer(sheet: number, number: number, player: PlayerSheet): Map<string, string> {
  const boxes = [...player.boxes].flatMap(([column, rows]) =>
    [...rows].map(([row, entry]) => [boxField(sheet, number, { column, row }), entryText(entry)] as const),
  );
  const repeats = player.sheetLines.get("repeats");
  const extra =
    repeats === undefined
      ? []
      : ([[boxField(sheet, number, { column: null, row: "repeats" }), String(repeats)]] as const);
  const filled = [...boxes, ...extra].filter(([, text]) => text !== "");
  return new Map([[nameField(sheet, number), player.name], ...filled]);
}

/** Types a sheet into a form. @returns the content of its fields in the end */
export function typedInto(form: ScriptedForm, sheet: Sheet, at = 1): Map<string, string> {
  const viewer = new StandInViewer(form);
  sheet.players.forEach((player, number) => {
    for (const [name, text] of textsOfPlayer(at, number + 1, player)) {
      if (!viewer.enter(name, text)) throw new Error(`${name} refuses ${text}: ${viewer.alerts.join()}`);
    }
  });
  return new Map([...viewer.texts].filter(([, text]) => text !== ""));
}
