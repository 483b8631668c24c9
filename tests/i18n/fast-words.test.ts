import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readPlainYaml } from "../../src/rules/source/plain-yaml.ts";
import { LANGUAGES } from "../support/languages.ts";

/** Every command reads a word list, and the full YAML parser takes as long over it as the rest of the start. */
describe("the shipped word lists", () => {
  it.each(LANGUAGES)(
    "%s is plain enough for the fast reader: put texts with commas or signs into double quotes",
    (code) => {
      const files = ["words.yaml", "games.yaml"].map(
        (name) => new URL(`../../templates/${code}/${name}`, import.meta.url),
      );
      const [words] = files;
      expect(words !== undefined && existsSync(words)).toBe(true);
      for (const file of files.filter((one) => existsSync(one)))
        expect(readPlainYaml(readFileSync(file, "utf8")), file.pathname).not.toBeNull();
    },
  );
});
