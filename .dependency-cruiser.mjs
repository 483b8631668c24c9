// The floors of the house (see CONTRIBUTING.md), executed. Each rule says why it is there.
/** What lies in a folder of `src/`, or is the file of that name. */
const inside = (...places) => `^src/(${places.join("|")})(/|\\.ts$)`;

/** A district or room may import itself and the places that are named; everything else of ours is forbidden. */
function floor(place, mayImport, why) {
  return {
    name: `floor-${place.replaceAll("/", "-")}`,
    comment: why,
    severity: "error",
    from: { path: inside(place) },
    to: { path: "^src/", pathNot: inside(place, ...mayImport) },
  };
}

/** A vendor's package may be imported in the named places only, so that it can be changed in one place. */
function vendor(name, ...where) {
  return {
    name: `vendor-${name.replace(/\W+/g, "-")}`,
    comment: `${name} is used in ${where.join(", ")} only, so that it can be replaced in one place`,
    severity: "error",
    from: { path: "^src/", pathNot: inside(...where) },
    to: { path: `^node_modules/${name}/` },
  };
}

const ground = ["rules/arrays", "rules/bytes", "rules/memoize", "rules/wasm", "rules/problem"];
const paper = [...ground, "print/geometry"];
const drawing = [...paper, "platform", "print/fonts", "print/shapes"];

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
      comment:
        "a module that nobody imports is dead; what describes a vendor is imported by nobody, and the bundler puts the shelf in the place of Node’s modules",
      severity: "error",
      from: { orphan: true, path: "^src/", pathNot: "\\.d\\.ts$|^src/studio/shelf\\.ts$" },
      to: {},
    },

    // Districts.
    floor("rules", [], "what a game is does not depend on words, paper or photos"),
    floor("i18n", ["rules"], "words are about games"),
    floor("odds", ["rules"], "what a game is worth follows from its rules"),
    floor("authoring", ["rules", "i18n"], "help for authors of variants is rules, told in words"),
    floor("check", ["rules", "i18n"], "a sheet is checked against its game, and told in words"),
    floor("print", ["rules", "i18n", "check", "odds", "platform"], "paper shows a game"),
    {
      name: "studio-is-a-top",
      comment: "nobody imports the studio: it is a program of its own",
      severity: "error",
      from: { path: "^src/", pathNot: inside("studio") },
      to: { path: inside("studio") },
    },
    floor(
      "studio/view",
      [
        "studio/engine",
        "platform/browser",
        "i18n/language",
        "authoring/form",
        "authoring/editor",
        "scan/image",
        "scan/report/photo-boxes",
      ],
      "a view shows what the worker gives: it knows the types of that, and words",
    ),
    floor("studio/shelf", ["platform"], "what stands for Node’s modules knows nothing of games"),
    floor(
      "files",
      ["rules", "i18n", "odds", "print", "scan", "season", "platform"],
      "files on disk become games, languages, templates, fonts and the store of a season",
    ),
    floor(
      "season",
      ["rules", "i18n", "check", "print", "scan", "platform"],
      "a season keeps checked sheets, whatever they came from",
    ),
    floor(
      "scan",
      ["rules", "i18n", "check", "print", "platform", "odds/casual-play"],
      "a photo is read by the geometry that printed it, and becomes a sheet",
    ),

    // Rooms, where a district has floors of its own.
    floor("rules/arrays", [], "arrays know nothing of what they hold"),
    floor("rules/problem", ["rules/arrays"], "problems stand on the ground"),
    floor("rules/dice", ground, "dice know nothing of games"),
    floor("rules/source", ground, "text with places knows nothing of what it says"),
    floor("rules/game", [...ground, "rules/dice"], "a game is rules, not files"),
    floor("rules/sums", [...ground, "rules/dice", "rules/game"], "how a sheet adds up follows from its game"),
    floor("print/geometry", [], "lengths and areas know nothing of what is printed"),
    floor("print/fonts", [...paper, "platform"], "fonts know letters, not games"),
    floor("print/shapes", [], "a die is drawn the same for everybody"),
    floor("print/pdf", drawing, "drawing knows shapes, not games"),
    floor("print/svg", [...drawing, "print/pdf"], "browsers are drawn for by the hands that draw for paper"),
    floor("print/imposition", paper, "how sheets lie on pages does not depend on what stands on them"),
    floor(
      "print/preflight",
      [...paper, "print/imposition", "print/layout/sizes", "platform"],
      "a PDF is judged by itself, whoever made it, and by the least sizes that pads have",
    ),
    floor(
      "scan/digits",
      [...ground, "platform", "scan/image"],
      "the picture of a box is read without knowing any game",
    ),
    floor(
      "scan/image",
      [...paper, "platform", "print/layout", "print/preflight/matrix"],
      "a picture is decoded whatever it shows",
    ),
    floor(
      "scan/marks",
      [...paper, "platform", "print/layout", "scan/image"],
      "sheets are found by the marks that the layout places",
    ),
    floor(
      "scan/code",
      [...paper, "platform", "print/layout", "scan/image", "scan/marks"],
      "the small code is read where the marks say it stands",
    ),
    floor(
      "scan/warp",
      ["rules", "platform", "print", "scan/image", "scan/marks"],
      "pixels are straightened by the geometry and the drawing that printed them",
    ),
    floor(
      "scan/tables",
      [...ground, "platform", "print/geometry", "print/layout", "scan/image", "scan/marks", "scan/warp"],
      "ruled tables are found without knowing any game or pad",
    ),

    {
      name: "pure-engine",
      comment:
        "the engine runs in browsers, too: only cli/, files/ and platform/node.ts import modules of Node",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/((cli|files)/|platform/node\\.ts$)" },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "cli-is-the-top",
      comment: "nobody imports the command line",
      severity: "error",
      from: { path: "^src/", pathNot: inside("cli") },
      to: { path: inside("cli") },
    },
    {
      name: "library-face",
      comment:
        "index.ts and node.ts are for users of the library; inside the house one imports the room itself",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/node\\.ts$" },
      to: { path: "^src/(index|node)\\.ts$" },
    },
    vendor("yaml", "rules/source"),
    vendor(
      "zod",
      "rules/variant",
      "check",
      "print/layout",
      "print/pad",
      "print/style",
      "scan/digits",
      "scan/pads",
      "season",
      "studio/engine/backup",
      "studio/worker",
    ),
    vendor(
      "kysely",
      "season",
      "files/season/embedded",
      "files/season/folder-store",
      "files/season/season-store",
      "files/season/photo-queue",
      "files/season/import-files",
    ),
    vendor("pg", "files/season/season-store", "files/season/photo-queue"),
    vendor("pg-boss", "files/season/photo-queue"),
    vendor("@electric-sql/pglite", "files/season/embedded"),
    vendor("handlebars", "i18n"),
    vendor("intl-messageformat", "i18n"),
    vendor("bwip-js", "print/pad"),
    vendor("sharp", "platform"),
    vendor("libheif-js", "scan/image"),
    vendor("@opencvjs/web", "scan/image"),
    vendor("zxing-wasm", "scan/image"),
    vendor("@noble/hashes", "platform"),
    vendor("@inquirer/prompts", "cli"),
    vendor("chokidar", "cli"),
    vendor("cli-progress", "cli"),
    vendor("sixel", "cli"),
    vendor("tinypool", "cli"),
    vendor("commander", "cli"),
    vendor("comlink", "studio"),
    vendor("preact", "studio"),
    vendor("cli-table3", "cli"),
    vendor("fontkit", "print/fonts"),
    vendor("harfbuzzjs", "print/fonts"),
    vendor("svgpath", "print/svg"),
    vendor("hyphen", "platform"),
    vendor("pdfkit", "print/pdf"),
    vendor("pdfjs-dist", "check", "print/form", "print/preflight", "scan/image/pdf-pages"),
    vendor("@cantoo/pdf-lib", "print/preflight"),
    vendor("markdown-it", "print/rulebook", "print/site"),
    vendor("fflate", "platform", "print/publish"),
    vendor("idb", "studio/engine/store"),
    vendor("@codemirror", "studio/view/write/yaml-editor"),
    vendor("papaparse", "rules/source"),
    vendor("jsonc-parser", "rules/source"),
  ],
  options: {
    parser: "swc",
    doNotFollow: { path: "node_modules" },
    exclude: { path: "service-worker\\.js$" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default"] },
  },
};
