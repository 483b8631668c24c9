import { join } from "node:path";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { augenblock, emptyFolder, json, put } from "../support/command-line.ts";

/** A game of two boxes; `more` goes into the second. */
const game = (more: string, turn = "{rolls: 2}") => `id: two-boxes
name: {de: Zwei Felder, en: Two boxes}
dice: {count: 3, sides: 3}
turn: ${turn}
players: {min: 1, sheet: own}
start: {method: free}
columns: {main: {order: free}}
strike: {marks: ["/"]}
ranking: {order: highest, tie: shared}
categories:
  threes: {label: {de: Dreier, en: Threes}, pattern: {face: 3}, score: hit}
  triple: {label: {de: Drilling, en: Triple}, pattern: {groups: [3]}, score: 9${more}}
sections: {all: {label: {de: Alles, en: All}, rows: [threes, triple]}}
`;

const run = (text: string, ...args: readonly string[]) => {
  const folder = emptyFolder();
  put(folder, "game.yaml", text);
  const [command = "", ...flags] = args;
  return augenblock([...command.split(" "), "game.yaml", ...flags], folder);
};

describe("a served roll that wins at once", () => {
  it.each([
    ["odds", []],
    ["odds advise", ["--roll", "1", "2", "3"]],
    ["odds balance", []],
    ["diff", ["game.yaml", "--odds"]],
  ])("is said to be left out of the figures: %s", async (command, flags) => {
    const told = async (more: string) => (await run(game(more), command, ...flags)).out;
    expect(await told(", wins: served")).toContain("Not included: a served Triple wins the game at once.");
    expect(await told("")).not.toContain("Not included");
  });

  it("is left out of a strategy card, which says so", async () => {
    const card = async (more: string) => (await run(game(more), "odds strategy")).out;
    expect(await card(", wins: served")).toContain("leave out that Triple, served, wins the game at once");
    expect(await card("")).not.toContain("leave out that");
  });

  it("is so in JSON and on the page", async () => {
    const folder = emptyFolder();
    put(folder, "game.yaml", game(", wins: served"));
    put(folder, "plain.yaml", game(""));
    expect(await json(["odds", "game.yaml"], 0, folder)).toMatchObject({ leaves_out: ["wins"] });
    expect(await json(["odds", "plain.yaml"], 0, folder)).toMatchObject({ leaves_out: [] });
    expect(await json(["odds", "strategy", "game.yaml"], 0, folder)).toMatchObject({ leaves_out: ["wins"] });
    await augenblock(["odds", "game.yaml", "--html", "odds.html"], folder);
    expect(readFileSync(join(folder, "odds.html"), "utf8")).toContain("Not included: a served Triple wins");
  });
});

describe("a game in which no box may be filled in some turn", () => {
  it.each([
    ["odds", "{rolls: 2}", []],
    ["odds", "{rolls: 2, chips: {count: 1}}", []],
    ["odds", "{rolls: 2}", ["--json"]],
    ["odds advise", "{rolls: 2}", ["--roll", "1", "2", "3"]],
    ["odds strategy", "{rolls: 2}", []],
    ["odds balance", "{rolls: 2}", []],
  ])("has no expected total, and that is told in words: %s, %s", async (command, turn, flags) => {
    const { code, out, err } = await run(game(", strike: never", turn), command, ...flags);
    expect(code).not.toBe(0);
    expect(out).toBe("");
    expect(err).toContain("has turns in which no box may be filled");
    expect(err).not.toMatch(/∞|Infinity|null/);
  });
});
