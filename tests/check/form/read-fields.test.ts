import PdfKit from "pdfkit";
import { describe, expect, it } from "vitest";
import { readFields } from "../../../src/check/form/read-fields.ts";

const text = (content: string) => new Uint8Array(Buffer.from(content, "latin1"));

/** A form with these objects for its fields, of which the first three are at its top, without a table: readers look for objects themselves. */
const form = (...fields: readonly string[]) =>
  text(
    "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R 5 0 R 6 0 R]>>>>endobj\n" +
      "2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n" +
      "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Annots[4 0 R 5 0 R]>>endobj\n" +
      fields.map((field, at) => `${at + 4} 0 obj<<${field}>>endobj\n`).join("") +
      "trailer<</Root 1 0 R>>\n%%EOF",
  );
const FIELD = "/Type/Annot/Subtype/Widget/FT/Tx/Rect[0 0 9 9]";

describe("the fields of a PDF", () => {
  it("are read by their full names, blank ones as empty", async () => {
    const pdf = form(
      `${FIELD}/T(ones)/V(12)`,
      `${FIELD}/T(twos)`,
      "/T(sheet1)/Kids[7 0 R 8 0 R]",
      `${FIELD}/T(a)/Parent 6 0 R/V(X)`,
      `${FIELD}/T(b)/Parent 6 0 R/V()`,
    );
    const read = await readFields(pdf);
    expect(read).toEqual([
      new Map([
        ["ones", "12"],
        ["twos", ""],
        ["sheet1.a", "X"],
        ["sheet1.b", ""],
      ]),
    ]);
  });

  it("that stand on the sheet twice have what was written in either", async () => {
    const widget = "/Type/Annot/Subtype/Widget/Rect[0 0 9 9]/Parent 6 0 R";
    const shared = `/FT/Tx/T(name)/V(Anna)/Kids[7 0 R 8 0 R]`;
    const read = await readFields(form(`${FIELD}/T(a)`, `${FIELD}/T(b)`, shared, widget, widget));
    expect(typeof read === "string" ? read : read[0]?.get("name")).toBe("Anna");
  });

  it("are read where something stands before the PDF, and the bytes are left alone", async () => {
    const pdf = form(`${FIELD}/T(ones)/V(12)`, `${FIELD}/T(twos)`, `${FIELD}/T(threes)`);
    const later = new Uint8Array([...text("-".repeat(1019)), ...pdf]);
    const copy = later.slice();
    const read = await readFields(later);
    expect(typeof read === "string" ? read : read[0]?.get("ones")).toBe("12");
    expect(later).toEqual(copy);
    expect(await readFields(new Uint8Array([...text("-".repeat(1020)), ...pdf]))).toBe("not-a-pdf");
  });

  it("are none where there is no form", async () => {
    const plain = text(
      "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n" +
        "trailer<</Root 1 0 R>>\n%%EOF",
    );
    expect(await readFields(plain)).toEqual([]);
  });

  it("are read to an end even where they lead in a circle", async () => {
    const read = await readFields(
      form(`${FIELD}/T(a)/Kids[5 0 R]`, `${FIELD}/T(b)/Parent 4 0 R/Kids[4 0 R]`, `${FIELD}/T(c)/V(5)`),
    );
    expect(typeof read === "string" ? read : read[0]?.get("c")).toBe("5");
  });
});

describe("a file that is no readable PDF", () => {
  it.each([
    ["variant: yatzy", "not-a-pdf"],
    ["", "not-a-pdf"],
    ["%PDF-1.7\nnothing of the kind", "broken-pdf"],
  ])("%s", async (content, fault) => {
    expect(await readFields(text(content))).toBe(fault);
  });

  it("because it asks for a password", async () => {
    const kit = new PdfKit({ userPassword: "secret", font: "" });
    const chunks: Uint8Array[] = [];
    kit.on("data", (chunk: Uint8Array) => chunks.push(chunk));
    const done = new Promise((resolve) => kit.on("end", resolve));
    kit.end();
    await done;
    expect(await readFields(new Uint8Array(Buffer.concat(chunks)))).toBe("locked-pdf");
  });
});
