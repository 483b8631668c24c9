import { parseArgs } from "node:util";
import { LANGUAGES } from "../../tests/support/languages.ts";
import { PAD_MARKS, USUAL_MARKS } from "../../src/print/layout/marks.ts";
import { measureMarkInk, measureTintOnCopy } from "./ink.ts";
import { measureSheet } from "./measure.ts";
import { drawContactSheets } from "./pictures.ts";
import { contactSheets } from "./sheets.ts";

/**
 * Prints the measures of every shipped game on every paper, the sheet with the widest label column first; with `--ink` also the share of
 * the ink that marks and codes take, and how much of the darkest tint is black on a bad copy. With `--pictures FOLDER` it draws contact
 * sheets instead, `--style` as well. Both need poppler-utils.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      game: { type: "string", multiple: true },
      language: { type: "string", multiple: true, default: [...LANGUAGES] },
      paper: { type: "string", multiple: true },
      pictures: { type: "string" },
      style: { type: "string" },
      rows: { type: "string", default: "60" },
      ink: { type: "boolean", default: false },
      marks: { type: "string", default: USUAL_MARKS },
    },
  });
  const marks = PAD_MARKS.find((kind) => kind === values.marks);
  if (marks === undefined) throw new Error(`--marks takes ${PAD_MARKS.join(", ")}, not \`${values.marks}\``);
  const all = contactSheets(values.language, values.game, values.paper, marks);
  if (values.pictures !== undefined) {
    const count = await drawContactSheets(all, values.style, values.pictures);
    console.log(`${count} contact sheets in ${values.pictures}`);
    return;
  }
  const sheets = [...all].map((sheet) => {
    return { ...sheet, measures: measureSheet(sheet.layout, sheet.players, sheet.columns) };
  });
  sheets.sort((one, other) => other.measures.labelShare - one.measures.labelShare);
  console.log(
    `labels  type  smallest box  dice gap  dice rows  tint  ${values.ink ? "marks  copied  " : ""}sheet`,
  );
  for (const { id, paper, players, language, layout, measures } of sheets.slice(0, Number(values.rows))) {
    const { labelShare, smallestPt, smallestBoxMm, diceGapMm, diceRows, darkestTint, tables } = measures;
    const { widthMm, heightMm } = smallestBoxMm;
    const cells = [
      `${(100 * labelShare).toFixed(1)} %`.padStart(6),
      smallestPt.toFixed(2).padStart(5),
      `${widthMm.toFixed(1)} × ${heightMm.toFixed(1)}`.padStart(12),
      diceGapMm.toFixed(2).padStart(8),
      String(diceRows).padStart(9),
      `${Math.round(100 * darkestTint)} %`.padStart(4),
      ...(values.ink
        ? [
            `${(100 * (await measureMarkInk(layout))).toFixed(1)} %`.padStart(5),
            `${Math.round(100 * (await measureTintOnCopy(layout)))} %`.padStart(6),
          ]
        : []),
      `${id} ${language} ${paper}, ${players} players${tables > 1 ? ", two tables" : ""}`,
    ];
    console.log(cells.join("  "));
  }
  const count = (isOver: (sheet: (typeof sheets)[number]) => boolean) => sheets.filter(isOver).length;
  const over = count(
    ({ columns, players, measures }) => measures.labelShare > (columns * players === 1 ? 0.45 : 0.38) + 1e-6,
  );
  const tight = count(({ measures }) => measures.diceGapMm < 0.75);
  console.log(
    `${sheets.length} sheets; labels over their share: ${over}; dice nearer than 0.75 mm: ${tight}`,
  );
}

await main();
