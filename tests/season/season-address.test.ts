import { inspect } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseSeason } from "../../src/files/season/season-address.ts";
import { augenblock, emptyFolder } from "../support/command-line.ts";
import { bad, good } from "../support/pads.ts";

const SECRET = "s3cret";
const scheme = fc.constantFrom("postgres", "postgresql", "Postgres", "POSTGRESQL", "PostgreSQL");
/** What names a server, in every spelling, with a password in one place or the other. */
const url = fc
  .tuple(
    scheme,
    fc.constantFrom(`anna:${SECRET}@`, "anna@", ""),
    fc.constantFrom("", "#winter"),
    fc.boolean(),
  )
  .map(([start, user, fragment, inQuery]) =>
    [start, "://", user, "127.0.0.1:1/club", inQuery ? `?password=${SECRET}` : "", fragment].join(""),
  );

describe("where a season lies", () => {
  it("is a server for every spelling of its URL, and never shows a password", () => {
    const around = fc.constantFrom("", " ", "\n", "\t ");
    fc.assert(
      fc.property(around, url, around, (before, text, after) => {
        const address = good(parseSeason(before + text + after));
        expect(address.kind).toBe("server");
        const shown = [
          address.place,
          JSON.stringify(address),
          inspect(address, { depth: 9 }),
          `${address}`,
        ].join();
        expect(shown).toContain("127.0.0.1");
        expect(shown).not.toContain(SECRET);
        expect(address.kind === "server" && address.url()).toBe(text.split("#")[0]);
        expect(address.kind === "server" && address.schema).toBe(text.endsWith("#winter") ? "winter" : null);
      }),
    );
  });

  it.each([
    `jdbc:postgresql://h/club?user=a&password=${SECRET}`,
    `mysql://a:${SECRET}@h/club`,
    `http://a:${SECRET}@h/club`,
    `postgres:/a:${SECRET}@h/club`,
    `postgres://a:${SECRET}@h:port/club`,
    `file:///${SECRET}`,
    `postgres://anna:12#${SECRET}@h/club`,
    `postgres://anna:ge@${SECRET}/x@h/club`,
    `postgres://anna:ge@${SECRET}?x@h/club`,
    `postgres//anna:${SECRET}@h/club`,
    `postgresql:anna:${SECRET}@h/club`,
    `host=h password=${SECRET}`,
    `user=anna password = ${SECRET}`,
  ])("is no folder where it looks like a URL: %s", (text) => {
    const problems = bad(parseSeason(text));
    expect(problems.map(({ code }) => code)).toEqual(["bad-url"]);
    expect(JSON.stringify(problems)).not.toContain(SECRET);
  });

  it.each(["autumn", "./a b", "C:\\seasons", "D:/seasons", "a:b", "a#b", "postgres", "x/postgres://"])(
    "is a folder where it looks like one: %s",
    (text) => {
      expect(good(parseSeason(text))).toEqual({ kind: "folder", folder: text, place: text });
    },
  );
});

describe("a command that names a server", () => {
  const SERVER = `Postgres://anna:${SECRET}@127.0.0.1:1/club?password=${SECRET}`;
  const JDBC = `jdbc:postgresql://127.0.0.1:1/club?user=anna&password=${SECRET}`;
  const COMMANDS = [
    ...["open", "log", "players", "evenings", "ask --rates", "decide 1 this", "export --out x.json"].map(
      (words) => (at: string) => ["season", words.split(" ")[0] ?? "", at, ...words.split(" ").slice(1)],
    ),
    (at: string) => ["season", "import", at, at],
    (at: string) => ["season", "import", "s", at],
    (at: string) => ["league", at],
    (at: string) => ["check", "night.yaml", "--into", at],
    (at: string) => ["check", "night.yaml", "--into", at, "--json"],
    (at: string) => ["queue", "add", "a.jpg", "--queue", at],
    (at: string) => ["queue", "work", "--queue", at, "--until-done"],
    (at: string) => ["queue", "status", "--queue", at],
  ];

  it("shows no password, whatever becomes of it", async () => {
    expect(COMMANDS.length).toBeGreaterThan(10);
    for (const command of COMMANDS)
      for (const at of [SERVER, JDBC, ` ${SERVER}`]) {
        const { code, out, err } = await augenblock([...command(at), "--lang", "en"], emptyFolder());
        expect([command("x"), code === 0]).toEqual([command("x"), false]);
        expect(out + err).not.toContain(SECRET);
      }
  });
});
