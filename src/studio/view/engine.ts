import { proxy, type Remote, transfer, wrap } from "comlink";
import type { SvgDrawer } from "../../platform/browser.ts";
import type { Engine } from "../engine/engine.ts";

/** The engine in its worker: every call is a promise. */
export type RemoteEngine = Remote<Engine>;

/**
 * Starts the engine. A worker from a `blob:` address inherits this page's CSP, regardless of the headers of its host, so its data can't leave the
 * device.
 *
 * @param folder the address of the studio, with `/` behind it
 */
export function startEngine(folder: string): RemoteEngine {
  const module = new URL("worker.js", folder).href;
  const source = new Blob([`import ${JSON.stringify(module)};`], { type: "text/javascript" });
  const worker = new Worker(URL.createObjectURL(source), { type: "module", name: folder });
  const engine = wrap<Engine>(worker);
  void engine.registerSvgDrawer(proxy(SVG_DRAWER));
  return engine;
}

const SVG_DRAWER: SvgDrawer = {
  async size(svg) {
    const { width, height } = await openSvg(svg);
    return { width, height };
  },
  async draw(svg, { width, height }) {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [width, height];
    canvas.getContext("2d")?.drawImage(await openSvg(svg), 0, 0, width, height);
    const bitmap = await createImageBitmap(canvas);
    return transfer(bitmap, [bitmap]);
  },
};

async function openSvg(svg: Uint8Array): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([new Uint8Array(svg)], { type: "image/svg+xml" }));
  await image.decode().finally(() => URL.revokeObjectURL(image.src));
  return image;
}
