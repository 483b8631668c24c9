import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { serveFiles } from "../../src/cli/console/server.ts";
import { placeFolder } from "../../src/cli/console/whole-folder.ts";
import { findPage } from "../../src/cli/commands/site.ts";
import { buildSite } from "../../src/files/print/site.ts";

// The pages outside of the studio: what `check --report`, `league`, `publish`, `watch` and `site` make.

const MAIN = resolve("dist/cli/main.js");
const SEASON = resolve("examples/season");
const WATCHED = resolve("examples/my-yazzo.yaml");

/** Makes all of them in a language, by the built program. @returns them by their names, and a function that ends their servers */
export async function openCommandPages(lang: string) {
  const folder = mkdtempSync(join(tmpdir(), "augenblock-pages-"));
  const make = async (path: string, ...args: readonly string[]) => {
    const options = { cwd: folder, env: { ...process.env, NO_COLOR: "1" } };
    // Mistakes on a sheet are an exit code, too.
    const errors = await new Promise((done) => {
      execFile(process.execPath, [MAIN, ...args, "--lang", lang], options, (_, __, said) => done(said));
    });
    if (!existsSync(join(folder, path))) throw new Error(`${args.join(" ")}: ${errors}`);
  };
  const sheets = readdirSync(SEASON).filter((name) => /^evening.*\.yaml$/.test(name));
  await make("report.html", "check", resolve("examples/photos/first.jpg"), "--report", "report.html");
  await make("winter", "check", ...sheets.map((name) => join(SEASON, name)), "--into", "winter");
  await make("league.html", "league", "winter", "--html", "league.html");
  await make("publish", "publish", "yazzo", "--out", "publish");
  const files = await buildSite({ lang, games: ["crag", "kniffel", "yatzy"], variants: [] });
  await placeFolder(join(folder, "site"), files);
  const server = await serveFiles((path) => findPage(`${folder}/`, path), 0);
  const here = `http://127.0.0.1:${server.port}`;
  const args = ["watch", WATCHED, "--serve", "--no-open", "--out", join(folder, "watched"), "--lang", lang];
  const watch = spawn(process.execPath, [MAIN, ...args], { stdio: ["ignore", "pipe", "ignore"] });
  let said = "";
  while (!/http:\S+/.test(said)) said += String((await once(watch.stdout, "data"))[0]);
  return {
    pages: {
      report: `${here}/report.html`,
      league: `${here}/league.html`,
      publish: `${here}/publish/index.html#${lang}`,
      watch: /http:\S+/.exec(said)?.[0] ?? "",
      "site-home": `${here}/site/${lang}/index.html`,
      "site-games": `${here}/site/${lang}/games.html`,
      "site-docs": `${here}/site/docs/index.html`,
    },
    async close() {
      watch.kill();
      await server.close();
    },
  };
}
