// Fills in the form of examples/: the game of night.yaml, typed into a pad as a viewer without scripts saves it. Needs a build. The
// photos next to it are made by `npm run bench:photos -- --samples`.
import { writeFileSync } from "node:fs";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import {
  formPdf,
  loadLanguage,
  loadLanguages,
  need,
  readGame,
  readSheet,
  readText,
} from "../dist/bundle/node.js";

const file = "examples/night.yaml";
const text = need(readText(file));
const { game, players } = need(
  readSheet({ file, text, format: "yaml" }, readGame, need(loadLanguages("en"))),
);
const form = need(await formPdf(game, need(loadLanguage("en")), { players: players.length }));

const pdf = await getDocument({ data: form, verbosity: 0 }).promise;
const fields = await pdf.getFieldObjects();

/** Types into a field as docs/paper-and-profiles.md names them. */
function type(name, value) {
  const [field] = fields[name] ?? [];
  if (field === undefined) throw new Error(`the form has no field ${name}`);
  pdf.annotationStorage.setValue(field.id, { value });
}

for (const [at, { name, boxes }] of players.entries()) {
  type(`sheet1.name.player${at + 1}`, name);
  for (const [column, entries] of boxes)
    for (const [box, entry] of entries)
      type(
        `sheet1.player${at + 1}.${column}.${box}`,
        entry.kind === "score" ? String(entry.value) : entry.mark,
      );
}
writeFileSync("examples/night.pdf", await pdf.saveDocument());
await pdf.loadingTask.destroy();
