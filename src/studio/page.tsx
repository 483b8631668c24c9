import { render } from "preact";
import { Check } from "./view/check/check.tsx";
import { type RemoteEngine, startEngine } from "./view/engine.ts";
import { EveningsPage } from "./view/evenings.tsx";
import { Fill } from "./view/fill.tsx";
import { Home } from "./view/home.tsx";
import { Print } from "./view/print.tsx";
import { Studio } from "./view/studio.tsx";
import { Languages } from "./view/words.ts";
import { Write } from "./view/write/write.tsx";

/** The folder of the studio, which contains this module. */
const FOLDER = new URL("./", import.meta.url).href;

async function start(place: HTMLElement): Promise<void> {
  const engine: RemoteEngine = startEngine(FOLDER);
  const languages = await Languages.load(FOLDER);
  render(
    <Studio
      engine={engine}
      languages={languages}
      pages={{ home: Home, check: Check, fill: Fill, print: Print, write: Write, evenings: EveningsPage }}
    />,
    place,
  );
  await registerServiceWorker();
}

/** Makes the studio work offline, if the browser can. */
async function registerServiceWorker(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register(new URL("service-worker.js", FOLDER));
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage("keep-all");
  } catch {
    // Pages opened from a disk, and some private windows, have no service workers.
  }
}

const place = document.getElementById("studio");
if (place !== null) void start(place);
