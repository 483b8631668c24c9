import type { Fault } from "../finding.ts";
import { fontName, isEmbedded } from "../fonts.ts";
import type { Check } from "./check.ts";

const HINT = "export with all fonts embedded: a printer that lacks it takes another one";

/** The file brings along every font that something is written in. */
export const embeddedFonts: Check = ({ letterings }) => {
  const missing = letterings.filter(({ font }) => !isEmbedded(font));
  return missing.map(({ font, area }): Fault => {
    const name = fontName(font);
    const tell = () => `the font ${name} is not embedded`;
    return { code: "font-not-embedded", about: name, times: 1, tell, hint: HINT, area };
  });
};
