import { EnginePart } from "./kept.ts";
import { type MadeFile, type PageProblem, type PageResult, pageProblem, tryToMake } from "./page-language.ts";
import { loadStyle, styleIds } from "../../files/package/templates.ts";
import { formPdf, type PadChoices, padPdf, planSheets, preparePad } from "../../files/print/pads.ts";
import { readGame } from "../../files/package/read-game.ts";
import { rulesFile } from "../../files/print/rules.ts";
import type { Language } from "../../i18n/language.ts";
import {
  type Flip,
  FLIPS,
  PROFILE_NAMES,
  type ProfileName,
  profileSettings,
} from "../../print/imposition/imposition.ts";
import { UNBRANDED } from "../../print/brand.ts";
import { gamesFault } from "../../print/layout/layout.ts";
import { LARGE_PRINT_PAPER, largePrintName, PAPER_NAMES, RECEIPT_PAPER } from "../../print/layout/paper.ts";
import { parseNumberSpan } from "../../print/layout/sheet-code.ts";
import { PAD_MARKS, type PadMarks } from "../../print/layout/marks.ts";
import { readAccent } from "../../print/pad/accent.ts";
import { readLogo } from "../../print/pad/logo.ts";
import { sheetSvg } from "../../print/pad/draw-sheet.ts";
import { manifestFile, packZip } from "../../print/publish/publication.ts";
import { msg } from "../../rules/problem/message.ts";
import { failure, attempt, need, type Result, refusal, success } from "../../rules/problem/problem.ts";
import { houseRulesInForce } from "../../rules/game/rows.ts";
import type { Choices } from "../../rules/variant/options.ts";
import { ownGames } from "./own-games.ts";

/** The settings of a print. Texts are as typed; empty if nothing was. */
export interface PrintWish {
  readonly variant: string;
  readonly choices: Choices;
  readonly paper: string;
  readonly profile: ProfileName;
  readonly players: string;
  /** The number of games of one player on each sheet; empty for sheets of players. */
  readonly games: string;
  /** The number of blocks; without them, sheets are not separated. */
  readonly blocks: string;
  readonly sheets: string;
  readonly numbered: string;
  /** The id of a shipped style. */
  readonly style: string;
  readonly marks: PadMarks;
  readonly title: string;
  readonly subtitle: string;
  readonly footer: string;
  /** `#rrggbb`. */
  readonly accent: string;
  readonly logo: { readonly name: string; readonly bytes: Uint8Array } | null;
  /** The edge around which the paper is turned to print rules on the back; `none` for blank backs. */
  readonly back: "none" | Flip;
  /** A web address, printed as a code on the sheet. */
  readonly link: string;
}

export interface PrintNames {
  readonly paper: readonly string[];
  readonly profile: readonly ProfileName[];
  readonly style: readonly string[];
  readonly marks: readonly PadMarks[];
  readonly back: readonly PrintWish["back"][];
  /** The default paper of profiles that have their own. */
  readonly paperFor: Readonly<Partial<Record<ProfileName, string>>>;
}

/** A game that can be printed. */
export interface ShownGame {
  readonly id: string;
  readonly name: string;
}

/** A house rule to choose. */
export interface ShownOption {
  readonly id: string;
  readonly label: string;
  readonly chosen: string;
  readonly choices: readonly { readonly id: string; readonly label: string }[];
}

/** Fields whose text may be wrong, with what they are without it. */
const UNSET = {
  link: "",
  numbered: "",
  accent: "",
  logo: null,
  players: "",
  games: "",
  sheets: "",
  blocks: "",
} as const;
type CheckedField = keyof typeof UNSET;
/** Fields that can contradict each other. */
const COUNTS: readonly CheckedField[] = ["numbered", "sheets", "blocks"];

/** Fields without which there is no sheet, by the code of problems that show only when it is drawn. */
const DRAWN_FIELDS = {
  "does-not-fit": "paper",
  "too-many-players": "players",
  "missing-glyph": "title",
  "text-too-long": "title",
  "link-too-long": "link",
  "no-room": "numbered",
} as const satisfies Readonly<Record<string, keyof PrintWish>>;
/** Fields with words of the sheet, which a problem names. */
const WORDS = ["subtitle", "footer"] as const;
export type FaultyField =
  | CheckedField
  | (typeof DRAWN_FIELDS)[keyof typeof DRAWN_FIELDS]
  | (typeof WORDS)[number];

/** A sheet of the pad as SVG, drawn without the fields that are wrong; null if there is none. */
export interface PrintPreview {
  readonly made: string | null;
  /** What is wrong with a field, at its place. */
  readonly fields: Readonly<Partial<Record<FaultyField, readonly PageProblem[]>>>;
  /** What is wrong with no single field. */
  readonly problems: readonly PageProblem[];
}

/** All that can be chosen; the build puts it into the first view. */
export function printNames(): PrintNames {
  return {
    ...{ paper: [...PAPER_NAMES, RECEIPT_PAPER], profile: PROFILE_NAMES, style: styleIds() },
    ...{ marks: PAD_MARKS, back: ["none", ...FLIPS] },
    paperFor: { "large-print": LARGE_PRINT_PAPER, receipt: RECEIPT_PAPER },
  };
}

const PDF = "application/pdf";
const ZIP = "application/zip";

/** Prints pads and rule sheets, as `augenblock pad` and `augenblock rules` do. */
export class Printer extends EnginePart {
  /** The games that were written here, the latest first; from then on, they are found by their ids. */
  async ownGames(): Promise<ShownGame[]> {
    await this.files.takeTexts();
    return (await ownGames(this.kept)).map(({ file, name }) => ({ id: file, name }));
  }

  /** The house rules of a game, without those that change nothing. */
  async options(variant: string, choices: Choices): Promise<ShownOption[]> {
    const language = await this.pageLanguage.language();
    const toOption = (one: { readonly id: string; readonly label: Parameters<Language["text"]>[0] }) => ({
      id: one.id,
      label: language.text(one.label),
    });
    return houseRulesInForce(need(readGame(variant, choices))).map((one) => ({
      ...toOption(one),
      chosen: one.chosen,
      choices: one.choices.map(toOption),
    }));
  }

  /** A sheet of the pad, and what is wrong with single fields. */
  async preview(wish: PrintWish): Promise<PrintPreview> {
    const fields = await this.#fieldFaults(wish);
    const isOne = (field: CheckedField) => fields[field] !== undefined;
    const wrong = (Object.keys(UNSET) as CheckedField[]).filter(
      (field) => isOne(field) || (COUNTS.includes(field) && COUNTS.some(isOne)),
    );
    const right = Object.assign({ ...wish }, ...wrong.map((field) => ({ [field]: UNSET[field] })));
    const drawn = await this.#preview(right);
    if (drawn.ok) return { made: drawn.value, fields, problems: [] };
    const placed: Partial<Record<FaultyField, readonly PageProblem[]>> = { ...fields };
    const problems: PageProblem[] = [];
    for (const one of drawn.problems) {
      const said = pageProblem(one, this.pageLanguage.now);
      const { values } = one.words.message;
      const named = WORDS.find((name) => values.some((value) => value === readLine(wish[name])));
      const field = named ?? Object.entries(DRAWN_FIELDS).find(([code]) => code === one.code)?.[1];
      if (field === undefined) problems.push(said);
      else placed[field] = [...(placed[field] ?? []), said];
    }
    return { made: null, fields: placed, problems };
  }

  async #fieldFaults(wish: PrintWish): Promise<PrintPreview["fields"]> {
    const { link, numbered, accent, logo, players, games, sheets, blocks } = wish;
    const language = await this.pageLanguage.language();
    const read: Record<CheckedField, Result<unknown> | null> = {
      link: link.trim() === "" ? null : await readLink(wish),
      numbered: numbered === "" ? null : readSpan(numbered),
      accent: accent === "" ? null : readAccent(accent),
      logo: logo === null ? null : await readLogo(logo.name, logo.bytes, true),
      games: readGames(games),
      ...{ players: readCount(players), sheets: readCount(sheets), blocks: readCount(blocks) },
    };
    if (COUNTS.every((field) => read[field]?.ok !== false))
      read[numbered !== "" ? "numbered" : sheets === "" ? "sheets" : "blocks"] = planSheets(
        toSheetCount(wish),
      );
    const faults = Object.entries(read).flatMap(([field, result]) =>
      result === null || result.ok ? [] : [[field, result.problems.map((one) => pageProblem(one, language))]],
    );
    return Object.fromEntries(faults);
  }

  async #preview(wish: PrintWish): Promise<Result<string>> {
    // The back is laid out together with the front.
    const hand = wish.back === "none" ? [] : (["hand.ttf"] as const);
    const fonts = this.files.takeFonts("regular.ttf", "bold.ttf", ...hand);
    await Promise.all([this.pageLanguage.language(), fonts]);
    return attempt(async () => {
      const choices = await this.#padChoices(wish);
      const game = need(readGame(wish.variant, wish.choices));
      const { layout, family } = await preparePad(game, this.pageLanguage.now, choices);
      return sheetSvg(layout, family, choices.look);
    });
  }

  /** The pad as PDF. */
  pad(wish: PrintWish): Promise<PageResult<MadeFile>> {
    return this.#tryToMake(() => this.#pad(wish));
  }

  async #pad(wish: PrintWish): Promise<MadeFile> {
    const game = need(readGame(wish.variant, wish.choices));
    const choices = await this.#padChoices(wish);
    const make = wish.profile === "fillable" ? formPdf : padPdf;
    const content = need(await make(game, this.pageLanguage.now, choices));
    return { name: `${game.id}-${this.pageLanguage.now.code}-${choices.paper}.pdf`, type: PDF, content };
  }

  /** The rule sheet as PDF. */
  rules(wish: PrintWish): Promise<PageResult<MadeFile>> {
    return this.#tryToMake(() => this.#rules(wish));
  }

  async #rules(wish: PrintWish): Promise<MadeFile> {
    const game = need(readGame(wish.variant, wish.choices));
    const { branding, look } = await this.#brand(wish);
    const isArchived = wish.profile === "archive";
    const content = need(await rulesFile(game, this.pageLanguage.now, { branding, look, isArchived }));
    return { name: `${game.id}-rules-${this.pageLanguage.now.code}.pdf`, type: PDF, content };
  }

  /** Pad and rule sheet together, as a ZIP. */
  both(wish: PrintWish): Promise<PageResult<MadeFile>> {
    return this.#tryToMake(async () => {
      const made = [await this.#pad(wish), await this.#rules(wish)];
      const { id } = need(readGame(wish.variant, wish.choices));
      const files = made.map(({ name, content }) => ({ path: name, bytes: content as Uint8Array }));
      return { name: `${id}-${this.pageLanguage.now.code}.zip`, type: ZIP, content: packZip(id, files) };
    });
  }

  /** The output of `augenblock publish` as a ZIP. */
  everything(wish: PrintWish): Promise<PageResult<MadeFile>> {
    return this.#tryToMake(async () => {
      const { buildPublication } = await import("../../files/print/publication.ts");
      const { code: lang } = this.pageLanguage.now;
      const brand = await this.#brand(wish);
      const players = need(readCount(wish.players));
      const games = need(readGames(wish.games));
      const { choices, style } = wish;
      await this.#takeTitleFace(style);
      const { game, files } = await buildPublication(wish.variant, {
        ...{ lang, choices, brand, style },
        ...(players !== undefined && { players }),
        ...(games !== undefined && { games }),
      });
      const content = packZip(game.id, [manifestFile(game.id, files), ...files]);
      return { name: `${game.id}.zip`, type: ZIP, content };
    });
  }

  async #tryToMake<T>(work: () => Promise<T>): Promise<PageResult<T>> {
    await this.pageLanguage.language();
    const hand = ["hand.ttf", "subsetter.wasm"] as const;
    await this.files.takeFonts("regular.ttf", "bold.ttf", ...hand, "regular.woff2", "bold.woff2");
    return tryToMake(this.pageLanguage.now, work);
  }

  async #padChoices(wish: PrintWish): Promise<PadChoices & { readonly paper: string }> {
    const { profile, paper, style, marks } = wish;
    await this.#takeTitleFace(style);
    const settings = profileSettings(profile);
    const link = wish.link.trim() === "" ? null : need(await readLink(wish));
    const { branding, look } = await this.#brand(wish);
    return {
      branding: {
        ...branding,
        linkModules: link?.modules.length ?? null,
        linkCaption: link?.caption ?? null,
      },
      look: { ...look, link: link?.modules ?? null, opensGame: link?.opensGame ?? false },
      paper: profile === "large-print" ? largePrintName(paper) : paper,
      style,
      marks,
      settings: wish.back === "none" ? settings : { ...settings, back: wish.back },
      players: need(readCount(wish.players)),
      games: need(readGames(wish.games)),
      ...toSheetCount(wish),
    };
  }

  /** The font for titles of a style, if it has its own. */
  async #takeTitleFace(style: string): Promise<void> {
    const { face } = need(await loadStyle(style));
    if (face !== "sans") await this.files.takeFonts(`${face}.ttf`);
  }

  async #brand({ title, subtitle, footer, accent, logo, profile }: PrintWish) {
    // A print shop gets no pictures in RGB.
    const inColour = accent !== "" && profile !== "printshop";
    const picture = logo === null ? null : need(await readLogo(logo.name, logo.bytes, inColour));
    const words = { title: readLine(title), subtitle: readLine(subtitle), footer: readLine(footer) };
    const branding = { ...UNBRANDED, ...words, logoRatio: picture?.ratio ?? null };
    const colour = accent === "" ? null : need(readAccent(accent));
    const { png: drawn = null, outlines = null } = picture ?? {};
    return { branding, look: { accent: colour, logo: drawn, outlines, link: null } };
  }
}

function readLine(text: string): string | null {
  return text.replace(/\s+/g, " ").trim() || null;
}

async function readLink({ link, variant, choices }: PrintWish) {
  const { padLink } = await import("../../files/print/publication.ts");
  return padLink(link.trim(), { variant, choices });
}

/** How many sheets a wish is for. Numbers without blocks decide alone. */
function toSheetCount({ sheets, numbered, blocks }: PrintWish) {
  const span = numbered === "" ? undefined : need(readSpan(numbered));
  return {
    sheets: span !== undefined && blocks === "" ? undefined : need(readCount(sheets)),
    blocks: need(readCount(blocks)),
    numbered: span,
  };
}

/** The number in a field; undefined if it is empty. */
function readCount(text: string): Result<number | undefined> {
  if (text === "") return success(undefined);
  const count = Number(text);
  if (/^\d+$/.test(text) && count >= 1 && count <= MAX_COUNT) return success(count);
  const message = msg`studio.not-a-count: “${text}” is not a whole number from 1 to ${MAX_COUNT}`;
  return refusal("bad-value", message);
}

const MAX_COUNT = 999;

function readGames(text: string): Result<number | undefined> {
  const count = readCount(text);
  const fault = count.ok && count.value !== undefined ? gamesFault(count.value) : null;
  return fault === null ? count : failure([fault]);
}

function readSpan(numbered: string) {
  const span = parseNumberSpan(numbered);
  if (span !== null) return success(span);
  const message = msg`studio.not-sheet-numbers: “${numbered}” is not a range of sheet numbers`;
  const hint = msg`studio.not-sheet-numbers-hint: write the first and the last one: 1-50`;
  return refusal("bad-value", message, hint);
}
