import type { TextNode } from "../../rules/source/text.ts";
import { shorten } from "./ink.ts";
import { PlayerReader, type Table } from "./player-reader.ts";
import type { Reading } from "./reading.ts";
import type { PlayerSheet } from "./sheet.ts";

/** More than ever sat at one table. */
const MAX_PLAYERS = 100;
const MAX_NAME_LENGTH = 80;
// biome-ignore lint/suspicious/noControlCharactersInRegex: names are printed, and control characters steer terminals
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/** The players of a sheet, each with every box of the game; complaints go to the reading. */
export function readPlayers(node: TextNode | undefined, table: Table, reading: Reading): PlayerSheet[] {
  const { spreadsheet } = table;
  const hint =
    spreadsheet !== null
      ? `add a row ${spreadsheet.playerRow} with a name above each column`
      : "write `players:` and below it `- name: …` for each";
  if (node === undefined || isNothing(node)) {
    reading.complain("no-players", "there are no players on this sheet", node ?? reading.text.root, hint);
    return [];
  }
  if (node.kind !== "list") {
    reading.complain("wrong-type", "`players` should be a list", node, hint);
    return [];
  }
  if (node.items.length > MAX_PLAYERS) {
    const message = `there are ${node.items.length} players on this sheet; it holds at most ${MAX_PLAYERS}`;
    reading.complain("too-many-players", message, node.items[MAX_PLAYERS] ?? node);
    return [];
  }
  const seen = new Map<string, TextNode>();
  return node.items.flatMap((item) => readPlayer(item, seen, table, reading) ?? []);
}

function isNothing(node: TextNode): boolean {
  return node.kind === "list" ? node.items.length === 0 : node.kind === "scalar" && node.value === null;
}

function readPlayer(
  node: TextNode,
  seen: Map<string, TextNode>,
  table: Table,
  reading: Reading,
): PlayerSheet | null {
  const map = reading.map(node, "a player", "write `- name: …` and below it the boxes");
  if (map === null) return null;
  const player = new PlayerReader(table, reading);
  for (const entry of map.entries) player.take(entry);
  const { nameNode } = player;
  const name = nameNode === null ? null : readName(nameNode, reading);
  const hint =
    table.spreadsheet === null ? "add `name: …`" : `names stand in the row ${table.spreadsheet.playerRow}`;
  if (nameNode === null) reading.complain("no-name", "this player has no name", map, hint);
  if (name === null || nameNode === null) return null;
  const first = seen.get(name);
  if (first !== undefined) {
    const message = `there are two players called ${shorten(name)}`;
    reading.complain("duplicate-player", message, nameNode, "tell them apart: Anna B., Anna M.", first);
  }
  seen.set(name, nameNode);
  return player.finish(name);
}

function readName(node: TextNode, reading: Reading): string | null {
  const name = reading.word(node, "a name");
  if (name === null) {
    if (node.kind === "scalar") reading.complain("no-name", "this player has no name", node);
    return null;
  }
  const fault = nameFault(name);
  if (fault === null) return name;
  reading.complain("bad-name", fault.message, node, fault.hint);
  return null;
}

/** Why this can't be a player's name; null if it can. */
export function nameFault(name: string): { readonly message: string; readonly hint: string } | null {
  const hint = `a name has at most ${MAX_NAME_LENGTH} letters`;
  if (name.length > MAX_NAME_LENGTH) return { message: "this name is too long", hint };
  return CONTROL.test(name) ? { message: "a control character stands in this name", hint } : null;
}
