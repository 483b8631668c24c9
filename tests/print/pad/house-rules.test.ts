import { describe, expect, it } from "vitest";
import { layOutFrame } from "../../../src/print/layout/frame.ts";
import { parsePaper } from "../../../src/print/layout/paper.ts";
import { MIN_PT } from "../../../src/print/layout/sizes.ts";
import { padView } from "../../../src/print/pad/pad-view.ts";
import { SHIPPED, shippedGame } from "../../support/games.ts";
import { LANGUAGES, language } from "../../support/languages.ts";
import { FAMILY, good } from "../../support/pads.ts";

/** What begins the answer to a question that the pad does not print, as in “They count”, and what refers to it. */
const SEAMS: Readonly<Record<string, RegExp>> = {
  en: /^(It|They|There|Both count)\b|\b(also|as well)\b/u,
  de: /^(Er|Sie|Es|Dafür|Sein|Beide zählen)\b|\bauch\b/u,
  sv: /^(Den|Det|Dess|Båda räknas)\b|\b(även|också)\b/u,
};

const A6_LINE_MM = layOutFrame(good(parsePaper("a6")), "standard", FAMILY).foot.widthMm;

describe("house rules on pads", () => {
  it.each(LANGUAGES)("are each one short sentence without seams in %s", (code) => {
    const words = language(code);
    const isLong = (rules: string) =>
      FAMILY.regular.width(words.translate("pad.house-rules", { rules }), MIN_PT) > A6_LINE_MM;
    for (const id of SHIPPED)
      for (const { id: option, choices, default: usual, changes } of shippedGame(id).options)
        for (const choice of choices.filter((one) => one.id !== usual)) {
          if (changes.includes("columns.main.order")) continue;
          const said = words.text(choice.pad ?? {});
          const isFaulty = said === "" || /[:;.](\s|$)/u.test(said) || SEAMS[code]?.test(said) === true;
          expect(isFaulty || isLong(said), `${id} ${option}=${choice.id}: ${said}`).toBe(false);
        }
  });

  it("are printed in place of the names of option and choice", () => {
    const { houseRules } = padView(shippedGame("yamb", { columns: "seven" }), language("en"));
    expect(houseRules.map((rule) => rule.words)).toEqual(["You play seven columns"]);
  });
});
