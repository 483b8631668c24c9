import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nameFault, nameKey, plainName, repeatedNames, tidyName } from "../../src/check/name.ts";
import { formSheets } from "../../src/check/form/form-sheets.ts";
import { readBrand } from "../../src/cli/brand.ts";
import { readNames, refuseRepeatedNames } from "../../src/cli/commands/check/settings.ts";
import { readOccasionFlags } from "../../src/cli/occasion-flags.ts";
import type { Sheet } from "../../src/check/sheet.ts";
import { parsePlayersFlag } from "../../src/cli/commands/sheet.ts";
import { Failure, need, type Result } from "../../src/rules/problem/problem.ts";
import { readLeague } from "../../src/season/league/league-file.ts";
import { parseTransferHead } from "../../src/season/transfer-file.ts";
import { shippedGame } from "../support/games.ts";
import { language } from "../support/languages.ts";
import { read } from "../support/sheet-files.ts";
import { NO_NAMES, twoSpellings } from "../support/spellings.ts";

describe("names", () => {
  it("are the same in every spelling, and tidied without becoming another one", () => {
    fc.assert(
      fc.property(twoSpellings, ([name, other]) => {
        expect(nameKey(other)).toBe(nameKey(name));
        expect(nameKey(tidyName(other))).toBe(nameKey(name));
        expect(nameKey(nameKey(other))).toBe(nameKey(name));
        expect(tidyName(tidyName(other))).toBe(tidyName(other));
        expect(repeatedNames([name, "somebody else", other])).toEqual([other]);
      }),
      { numRuns: 1000 },
    );
  });

  it("are apart where their letters differ", () => {
    const apart = ["Anna", "Ann", "Änna", "Anna B.", "Anna-B.", "Аnna", "Anna2", "An na"];
    expect(new Set(apart.map(nameKey)).size).toBe(apart.length);
  });

  it.each([
    ["An\u00adna", "Anna"],
    ["\u200bAnna\u2060", "Anna"],
    ["\u202eAnna\u202c", "Anna"],
    ["Anna\nMaria", "Anna Maria"],
    ["Anna\u00a0\u3000 Maria", "Anna Maria"],
    ["a\u0308nna\u200d", "änna"],
    ["e\u200d\u0302\u200d\u0301\u200dve", "ếve"],
    // Joiners mean something in some scripts, and in emoji.
    ["علی\u200cرضا\u200c", "علی\u200cرضا"],
    ["👩\u200d🚀 ❤\ufe0f", "👩\u200d🚀 ❤\ufe0f"],
  ])("are shown without what nobody sees: %j", (typed, shown) => {
    expect(tidyName(typed)).toBe(shown);
  });

  it("can’t be made of nothing visible, of halves of characters or of what steers", () => {
    expect(NO_NAMES.filter((text) => nameFault(text) === null)).toEqual([]);
    for (const text of [...NO_NAMES, `${"x".repeat(79)}👩`]) {
      const plain = plainName(text);
      expect(plain === "" || nameFault(plain) === null, JSON.stringify(text)).toBe(true);
    }
  });
});

/** All signs but those of ASCII as JSON and YAML escape them. */
function quoted(text: string): string {
  return JSON.stringify(text).replace(
    /[^ -~]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function playersOf(result: Result<Sheet> | undefined): string[] | null {
  return result?.ok === true ? result.value.players.map(({ name }) => name) : null;
}

/** What a flag makes of its value; null where that ends the command. */
async function unlessRefused(take: () => Promise<readonly string[]> | readonly string[]) {
  try {
    return await take();
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}

const GAME = shippedGame("yatzy");
const EN = language("en");

type Names = readonly string[] | null;

/** Every place that takes the names of several players: what it makes of two, or null where it refuses them. */
const PLACES: Readonly<Record<string, (one: string, other: string) => Names | Promise<Names>>> = {
  "a sheet in YAML": (one, other) =>
    playersOf(read(`variant: yatzy\nplayers: [{name: ${quoted(one)}}, {name: ${quoted(other)}}]\n`)),
  "a sheet in JSON": (one, other) =>
    playersOf(
      read(`{"variant":"yatzy","players":[{"name":${quoted(one)}},{"name":${quoted(other)}}]}`, "json"),
    ),
  "a sheet in CSV": (one, other) =>
    playersOf(read(`variant;yatzy;\nplayer;"${one}";"${other}"\nOnes;3;2\n`, "csv")),
  "a form": (one, other) => {
    const fields = new Map([
      ...([one, other].map((name, at) => [`sheet1.name.player${at + 1}`, name]) as [string, string][]),
      ...([1, 2].map((player) => [`sheet1.player${player}.main.ones`, "3"]) as [string, string][]),
    ]);
    return playersOf(formSheets("form.pdf", fields, GAME, EN)[0]?.sheet);
  },
  "check --names": (one, other) =>
    unlessRefused(() => {
      const names = need(readNames(`${one},${other}`));
      refuseRepeatedNames(names);
      return names.flat();
    }),
  "sheet --players": (one, other) => unlessRefused(() => parsePlayersFlag(`${one},${other}`, EN)),
  "pad --players-named": (one, other) =>
    unlessRefused(async () => (await readBrand({ playersNamed: `${one},${other}` })).branding.names),
};

/** Every place that takes a single name. */
const SINGLE: Readonly<Record<string, (name: string) => Names | Promise<Names>>> = {
  "the place of a sheet": (name) => {
    const sheet = read(`variant: yatzy\nplace: ${quoted(name)}\nplayers: [{name: A}]\n`);
    return sheet.ok ? [sheet.value.occasion?.place ?? ""] : null;
  },
  "check --place": (name) => unlessRefused(() => [need(readOccasionFlags({ place: name })).place ?? ""]),
  "an exported season": (name) => {
    const head = { season: "", format: 1, program: "", games: [], players: [{ name, aliases: [name] }] };
    return parseTransferHead(JSON.parse(JSON.stringify(head)))?.players.map((one) => one.name) ?? null;
  },
};

describe.each(Object.entries(PLACES))("%s", (_, take) => {
  it("takes names as they are shown, and refuses two spellings of one", async () => {
    await fc.assert(
      fc.asyncProperty(twoSpellings, async ([name, other]) => {
        expect(await take(`  ${other}`, "Zoe")).toEqual([tidyName(other), "Zoe"]);
        expect(await take(name, other)).toBe(null);
      }),
      { numRuns: 50 },
    );
  });

  it.each(NO_NAMES)("refuses what can’t be a name: %j", async (text) => {
    expect(await take("Zoe", text)).toBe(null);
  });
});

describe.each(Object.entries(SINGLE))("%s", (_, take) => {
  it("takes a name as it is shown, and refuses what can’t be one", async () => {
    await fc.assert(
      fc.asyncProperty(twoSpellings, async ([, other]) => {
        expect(await take(other)).toEqual([tidyName(other)]);
      }),
      { numRuns: 50 },
    );
    for (const text of NO_NAMES) expect(await take(text), JSON.stringify(text)).toBe(null);
  });
});

it("a league is called so by the same rule", () => {
  const league = (name: string) => {
    const read = readLeague("league.yaml", `league: ${quoted(name)}\n`);
    return read.ok ? read.value.name : read.problems.map(({ message }) => message);
  };
  expect(league("Autumn\u00ad at\u00a0the\u200b Lion")).toBe("Autumn at the Lion");
  expect(league("a\u0007")).toEqual(["`league` must be plain text"]);
  expect(league("A\ud800")).toEqual(["`league` must be plain text"]);
  expect(league("\u200b")).toEqual(["`league` must be a text that is not empty"]);
});
