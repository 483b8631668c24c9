import { putFile } from "./node-modules.ts";

// Fetches the files of the package from the folder of the studio: texts at once, large files on demand.

/** Large files, by their names in the folder `files/` of the studio, with the paths where `src/files` looks for them. */
const LARGE = {
  "regular.ttf": "/node_modules/@expo-google-fonts/source-sans-3/400Regular/SourceSans3_400Regular.ttf",
  "bold.ttf": "/node_modules/@expo-google-fonts/source-sans-3/700Bold/SourceSans3_700Bold.ttf",
  "hand.ttf": "/node_modules/@expo-google-fonts/gochi-hand/400Regular/GochiHand_400Regular.ttf",
  "subsetter.wasm": "/node_modules/harfbuzzjs/dist/harfbuzz-subset.wasm",
  "regular.woff2": "/node_modules/@fontsource/source-sans-3/files/source-sans-3-latin-400-normal.woff2",
  "bold.woff2": "/node_modules/@fontsource/source-sans-3/files/source-sans-3-latin-700-normal.woff2",
  "slab.ttf": "/dist/vendor/faces/slab.ttf",
  "tavern.ttf": "/dist/vendor/faces/tavern.ttf",
  "round.ttf": "/dist/vendor/faces/round.ttf",
  "capitals.ttf": "/dist/vendor/faces/capitals.ttf",
} as const;

/** Fetches each file once. */
export class PackageFiles {
  readonly #folder: string;
  #texts: Promise<void> | null = null;
  readonly #fetched = new Map<string, Promise<Uint8Array>>();

  /** @param folder the address of the studio, with `/` behind it */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The bytes of a file below the folder. @throws if it can't be had */
  bytes(name: string): Promise<Uint8Array> {
    const known = this.#fetched.get(name);
    if (known !== undefined) return known;
    const fetched = this.fetch(name);
    this.#fetched.set(name, fetched);
    // A failed download may work the next time.
    fetched.catch(() => this.#fetched.delete(name));
    return fetched;
  }

  /** The same, without keeping the bytes. @throws if it can't be had */
  async fetch(name: string): Promise<Uint8Array> {
    const response = await fetch(new URL(name, this.#folder));
    if (!response.ok) throw new Error(`${name}: ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  }

  /** Puts variants, words and templates in their places. */
  takeTexts(): Promise<void> {
    this.#texts ??= this.#takeTexts();
    return this.#texts;
  }

  async #takeTexts(): Promise<void> {
    const texts: Record<string, string> = JSON.parse(
      new TextDecoder().decode(await this.bytes("texts.json")),
    );
    const encoder = new TextEncoder();
    for (const [path, text] of Object.entries(texts)) putFile(`/${path}`, encoder.encode(text));
  }

  /** Puts fonts in their places. */
  async takeFonts(...names: readonly (keyof typeof LARGE)[]): Promise<void> {
    await Promise.all(names.map(async (name) => putFile(LARGE[name], await this.bytes(`files/${name}`))));
  }
}
