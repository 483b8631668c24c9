import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readPlainYaml } from "../../src/text/plain-yaml.ts";
import { LANGUAGES } from "../support/languages.ts";

/** Every command reads a word list, and the full YAML parser takes as long over it as the rest of the start. */
describe("the shipped word lists", () => {
  it.each(LANGUAGES)(
    "%s is plain enough for the fast reader: put texts with commas or signs into double quotes",
    (code) => {
      const text = readFileSync(new URL(`../../templates/${code}/words.yaml`, import.meta.url), "utf8");
      expect(readPlainYaml(text)).not.toBeNull();
    },
  );
});
