import { readFileSync } from "node:fs";
import { PDFDocument, PDFName, type PDFPage } from "@cantoo/pdf-lib";
import { beforeAll, describe, expect, it } from "vitest";
import { rareTest } from "../support/cases.ts";
import { augenblock, emptyFolder, json, put } from "../support/command-line.ts";
import { formOf, openedForm, typedInto } from "../support/forms.ts";
import { shippedGame } from "../support/games.ts";
import { pdfFrom, streamOf } from "../support/pdf-source.ts";
import { correctSheet, randomFrom } from "../support/sheets.ts";

/** PDFs whose pages are of several kinds: forms put together, scans, what was flattened, and what can't be read. */

interface CheckJson {
  readonly sheets: readonly {
    readonly file: string;
    readonly verdict: string;
    readonly ranking: readonly { readonly name: string }[];
    readonly problems: readonly { readonly code: string }[];
  }[];
}

const GAME = shippedGame("yatzy");
const folder = emptyFolder();

/** A form of one player who has this name. */
async function formFor(name: string, seed: number): Promise<PDFDocument> {
  const { pdf } = await formOf(GAME, { code: "en", paper: "a5" });
  const form = await openedForm(pdf);
  const [player] = correctSheet(GAME, randomFrom(seed), { players: 1, turns: null, lines: 0 }).players;
  if (player === undefined) throw new Error("a sheet without players");
  const sheet = { file: "", game: GAME, complete: null, players: [{ ...player, name }] };
  return PDFDocument.load(await form.save(typedInto(form, sheet)));
}

/** The pages of files one after the other, as web tools merge them: fields are on the pages and listed nowhere. */
async function merged(...files: readonly PDFDocument[]): Promise<PDFDocument> {
  const all = await PDFDocument.create();
  for (const file of files)
    for (const page of await all.copyPages(file, file.getPageIndices())) all.addPage(page);
  return all;
}

/** A scanned sheet that is right. */
async function scan(): Promise<PDFDocument> {
  const document = await PDFDocument.create();
  const image = await document.embedJpg(readFileSync(new URL("../photos/correct.jpg", import.meta.url)));
  const page = document.addPage([image.width / 4, image.height / 4]);
  page.drawImage(image, { x: 0, y: 0, width: image.width / 4, height: image.height / 4 });
  return document;
}

/** A page that someone drew on. */
async function drawing(draw: (page: PDFPage) => void = (page) => page.drawCircle()): Promise<PDFDocument> {
  const document = await PDFDocument.create();
  draw(document.addPage([300, 400]));
  return document;
}

async function told(file: string, exit: number): Promise<string[]> {
  const { sheets } = await json<CheckJson>(["check", file], exit, folder);
  return sheets.map(({ file: name, verdict, ranking, problems }) =>
    [name, verdict, ...ranking.map(({ name }) => name), ...problems.map(({ code }) => code)].join(" "),
  );
}

let anna: PDFDocument;
let ben: PDFDocument;

beforeAll(async () => {
  [anna, ben] = [await formFor("Anna", 3), await formFor("Ben", 4)];
});

describe("a PDF of forms", () => {
  it("that were put together has every sheet checked", async () => {
    put(folder, "merged.pdf", await (await merged(anna, ben)).save());
    expect(await told("merged.pdf", 0)).toEqual([
      "merged.pdf#page=1 correct Anna",
      "merged.pdf#page=2 correct Ben",
    ]);
  });

  it("tells the pages that were not read: a scan is read, and something drawn is not", async () => {
    const all = await merged(await drawing(), anna, await scan(), await drawing(() => undefined));
    put(folder, "mixed.pdf", await all.save());
    expect(await told("mixed.pdf", 2)).toEqual([
      "mixed.pdf#page=1 unusable unread-page",
      "mixed.pdf#page=2 correct Anna",
      expect.stringMatching(/^mixed\.pdf#page=3 correct /),
    ]);
  });

  it("tells fields that were lost", async () => {
    put(folder, "same.pdf", await (await merged(anna, anna)).save());
    expect(await told("same.pdf", 2)).toEqual([
      "same.pdf#page=1 correct Anna",
      "same.pdf#page=2 unusable same-fields",
    ]);
  });

  rareTest("says what became of a form that was flattened", async () => {
    const flat = await PDFDocument.load(await anna.save());
    flat.getForm().flatten();
    put(folder, "flat.pdf", await flat.save());
    const { err } = await augenblock(["check", "flat.pdf", "--lang", "en"], folder);
    expect(err).toContain("has lost its fields: use the file as it was saved before");
  });
});

describe("a PDF of scans", () => {
  rareTest("has every page read beside one that is broken, whichever comes first", async () => {
    /** A page next to nothing in size, with the picture of the other one. */
    const spoilt = async (isFirst: boolean) => {
      const document = await scan();
      const [page] = document.getPages();
      const other = document.insertPage(isFirst ? 0 : 1, [1e-6, 1e-6]);
      for (const key of ["Contents", "Resources"]) {
        const entry = page?.node.get(PDFName.of(key));
        if (entry !== undefined) other.node.set(PDFName.of(key), entry);
      }
      return document.save();
    };
    put(folder, "bad-good.pdf", await spoilt(true));
    put(folder, "good-bad.pdf", await spoilt(false));
    expect(await told("bad-good.pdf", 2)).toEqual([
      "bad-good.pdf#page=1 unusable broken-page",
      expect.stringMatching(/^bad-good\.pdf#page=2 correct /),
    ]);
    expect(await told("good-bad.pdf", 2)).toEqual([
      expect.stringMatching(/^good-bad\.pdf#page=1 correct /),
      "good-bad.pdf#page=2 unusable broken-page",
    ]);
  });

  it("is not kept busy by images that say they are huge, and tells where it stopped", async () => {
    // Each page shows a hundred pixels of an image that decoders would unpack far more of.
    const faxes = (count: number, rows: number) =>
      pdfFrom(
        "<</Type/Catalog/Pages 2 0 R>>",
        `<</Type/Pages/Kids[${Array.from({ length: count }, (_, at) => `${at + 5} 0 R`).join(" ")}]/Count ${count}>>`,
        streamOf(
          "\0".repeat(100),
          `/Type/XObject/Subtype/Image/ColorSpace/DeviceGray/BitsPerComponent 1/Width 10/Height 10/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns 1000/Rows ${rows}>>`,
        ),
        streamOf("300 0 0 400 0 0 cm /I Do"),
        ...Array.from(
          { length: count },
          () =>
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Contents 4 0 R/Resources<</XObject<</I 3 0 R>>>>>>",
        ),
      );
    put(folder, "huge.pdf", faxes(1, 9_000_000));
    expect(await told("huge.pdf", 2)).toEqual(["huge.pdf unusable page-too-large"]);
    put(folder, "many.pdf", faxes(8, 39_000));
    expect(await told("many.pdf", 2)).toEqual([
      ...[1, 2].map((page) => `many.pdf#page=${page} unusable picture-too-small`),
      "many.pdf#page=3 unusable too-many-pixels",
    ]);
  });
});
