import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serveStudio } from "../../src/cli/commands/studio.ts";
import { loadLanguage } from "../../src/files/package/languages.ts";
import { padPdf } from "../../src/files/print/pads.ts";
import { readGame } from "../../src/files/package/read-game.ts";
import { need } from "../../src/rules/problem/problem.ts";
import { Firefox, hasFirefox } from "../support/firefox.ts";
import { streamsOf } from "../support/pdf-streams.ts";

if (!hasFirefox) console.warn("the studio is not tried in Firefox, which is not installed (firefox-esr)");

describe.skipIf(!hasFirefox)("the studio in Firefox", () => {
  let server: Awaited<ReturnType<typeof serveStudio>>;
  let firefox: Firefox;
  beforeAll(async () => {
    server = await serveStudio(0, false);
    firefox = await Firefox.start();
  });
  afterAll(async () => {
    await firefox?.close();
    await server?.close();
  });

  it("writes a game, and draws its pad and its rules", async () => {
    await firefox.open(`http://127.0.0.1:${server.port}/#write`);
    await firefox.until(`document.querySelector("#panel-pad img")`);
    await firefox.until(
      `[...document.querySelectorAll(".write-form input")].some(({ value }) => value === "50")`,
    );
    await firefox.run(`
      const field = [...document.querySelectorAll(".write-form input")].find(({ value }) => value === "50");
      field.value = "77";
      field.dispatchEvent(new Event("input", { bubbles: true }));
      field.dispatchEvent(new Event("change", { bubbles: true }));
      document.querySelector('[role=tab][aria-controls="panel-rules"], #tab-rules').click();
      done(true);`);
    await firefox.until(`document.querySelector(".rules-page")?.shadowRoot?.textContent.includes("77")`);
  });

  it("prints the same pad as the command", async () => {
    // Another address than before, so that the page begins anew.
    await firefox.open(`http://127.0.0.1:${server.port}/?again#print`);
    await firefox.until(`document.querySelector(".print figure img")`);
    const language = await firefox.run(`done(document.documentElement.lang);`);
    const made = await firefox.run(`
      const before = URL.createObjectURL;
      URL.createObjectURL = (blob) => {
        if (blob.type === "application/pdf")
          blob.arrayBuffer().then((bytes) => done([...new Uint8Array(bytes)]));
        return before.call(URL, blob);
      };
      document.querySelector(".print .take .main").click();`);
    const here = need(
      await padPdf(need(readGame("yatzy")), need(loadLanguage(String(language))), { paper: "a5" }),
    );
    expect(streamsOf(Uint8Array.from(made as number[]))).toEqual(streamsOf(here));
  });
});
