// Keeps sheets in the season of a folder, ten at a time, until it is killed, and prints a line after each ten: `keeping.ts FOLDER FROM`.
import { parseSeason } from "../../src/files/season/season-address.ts";
import { openSeason } from "../../src/files/season/season-store.ts";
import { need } from "../../src/rules/problem/problem.ts";
import { keepSheets } from "../../src/season/store/keep.ts";
import { madeUpSheet } from "./seasons.ts";

const [, , folder = "", first = "0"] = process.argv;
const { db } = need(await openSeason(need(parseSeason(folder)), { isNew: true }));
for (let from = Number(first); ; from += 10) {
  const sheets = Array.from({ length: 10 }, (_, at) =>
    madeUpSheet(`${from + at}`, { Anna: [1, 2, 3, from + at], Ben: [1, 2, 3, 4] }),
  );
  await keepSheets(db, sheets, "Zoe");
  console.log(from);
}
