// The floors of the house (see CONTRIBUTING.md), executed. Each rule says why it is there.
const rooms = (...names) => `^src/(${names.join("|")})/`;

/** A room may import itself and the rooms that are named; everything else of ours is forbidden. */
function floor(room, mayImport, why) {
  return {
    name: `floor-${room}`,
    comment: why,
    severity: "error",
    from: { path: rooms(room) },
    to: { path: "^src/", pathNot: rooms(room, ...mayImport) },
  };
}

/** A vendor's package may be imported in the named rooms only, so that it can be changed in one place. */
function vendor(name, ...where) {
  return {
    name: `vendor-${name.replace(/\W+/g, "-")}`,
    comment: `${name} is used in ${where.join(", ")} only, so that it can be replaced in one place`,
    severity: "error",
    from: { path: "^src/", pathNot: rooms(...where) },
    to: { path: `^node_modules/${name}/` },
  };
}

const ground = ["problem", "dice", "type", "figure"];
const first = [...ground, "game", "text"];

export default {
  forbidden: [
    {
      name: "no-circle",
      comment: "a circle can't be read from any end",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "no-orphan",
      comment: "a module that nobody imports is dead; what describes a vendor is imported by nobody",
      severity: "error",
      from: { orphan: true, path: "^src/", pathNot: "\\.d\\.ts$" },
      to: {},
    },
    floor("problem", [], "problems stand on the ground"),
    floor("dice", ["problem"], "dice know nothing of games"),
    floor("type", ["problem"], "type knows letters, not games"),
    floor("figure", [], "a die is drawn the same for everybody"),
    floor("text", ["problem"], "text with places knows nothing of what it says"),
    floor("game", ground, "a game is rules, not files, paper or words"),
    floor("variant", first, "a variant file leads to a game and nothing else"),
    floor(
      "lint",
      [...first, "variant"],
      "bad rules are looked for in a game, and told where they stand in its file",
    ),
    floor(
      "author",
      [...first, "variant", "words"],
      "a new variant file is proved by the reading, and told in words",
    ),
    floor("compare", [...first, "words"], "two games are compared as rules, and told in words"),
    floor("sheet", [...first, "words"], "a sheet is checked against its game, and told in words"),
    floor("words", first, "words are about games"),
    floor("layout", first, "where things stand depends on the game and the paper only"),
    floor("pdf", ground, "drawing knows shapes, not games"),
    floor("press", ["problem"], "how sheets lie on pages does not depend on what stands on them"),
    floor("preflight", ["problem", "press"], "what is printed is judged by itself, whoever made it"),
    floor("pad", [...first, "words", "layout", "press", "pdf"], "a pad is a layout, drawn"),
    floor(
      "form",
      [...first, "words", "layout", "pdf", "pad", "sheet"],
      "a form is a pad with fields, and its fields are a sheet",
    ),
    floor("numbers", ["problem"], "the picture of a box is read without knowing any game"),
    floor("photo", [...ground, "layout"], "pixels are straightened by the geometry that printed them"),
    floor(
      "reading",
      [...first, "words", "sheet", "numbers"],
      "what was seen is weighed with the rules of the game",
    ),
    floor(
      "report",
      [...first, "words", "sheet", "numbers", "reading"],
      "what was read from photos is told in words, tables, pictures and pages",
    ),
    floor("rulebook", [...first, "words", "pdf", "svg"], "a rule sheet is words, set"),
    floor("svg", [...ground, "pdf"], "a drawing for browsers is drawn by the hands that draw for paper"),
    floor(
      "publish",
      [...first, "words", "layout", "pad", "rulebook", "svg"],
      "what is published was made elsewhere; here it is shown and packed",
    ),
    {
      name: "pure-rooms",
      comment:
        "only cli/ touches files, process, clock and console; all else takes values and returns values. Packing bytes touches nothing",
      severity: "error",
      from: { path: "^src/", pathNot: rooms("cli") },
      to: { dependencyTypes: ["core"], pathNot: "^(node:)?zlib$" },
    },
    {
      name: "cli-is-the-top",
      comment: "nobody imports the command line",
      severity: "error",
      from: { path: "^src/", pathNot: rooms("cli") },
      to: { path: rooms("cli") },
    },
    {
      name: "library-face",
      comment: "index.ts is for users of the library; inside the house one imports the room itself",
      severity: "error",
      from: { path: "^src/" },
      to: { path: "^src/index\\.ts$" },
    },
    vendor("yaml", "text"),
    vendor("zod", "variant", "sheet", "pad", "form", "numbers"),
    vendor("handlebars", "words"),
    vendor("intl-messageformat", "words"),
    vendor("bwip-js", "pad"),
    vendor("sharp", "photo", "pad"),
    vendor("heic-decode", "photo"),
    vendor("@opencvjs/node", "photo"),
    vendor("zxing-wasm", "photo"),
    vendor("onnxruntime-web", "numbers"),
    vendor("@noble/hashes", "layout"),
    vendor("@inquirer/prompts", "cli"),
    vendor("cli-progress", "cli"),
    vendor("tinypool", "cli"),
    vendor("commander", "cli"),
    vendor("cli-table3", "cli"),
    vendor("fontkit", "type"),
    vendor("hyphen", "type"),
    vendor("pdfkit", "pdf"),
    vendor("pdfjs-dist", "form", "preflight"),
    vendor("@cantoo/pdf-lib", "preflight"),
    vendor("markdown-it", "rulebook"),
    vendor("fflate", "publish"),
    vendor("papaparse", "text"),
    vendor("jsonc-parser", "text"),
  ],
  options: {
    parser: "swc",
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default"] },
  },
};
