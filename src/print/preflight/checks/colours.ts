import { counted, type Fault } from "../finding.ts";
import { overlaps } from "../../geometry.ts";
import type { Check } from "./check.ts";

/** What was promised to be grey is painted with grey: colour costs three more plates, and so does a black that is mixed. */
export const colours: Check = ({ coloured, shown }, { grey }) => {
  if (!grey) return [];
  const onPaper = coloured.filter(({ area }) => overlaps(area, shown) || area.widthMm * area.heightMm === 0);
  return [...new Set(onPaper.map(({ colour }) => colour))].flatMap((colour): Fault[] => {
    const painted = onPaper.filter((one) => one.colour === colour);
    const [first] = painted;
    if (first === undefined) return [];
    const tell = (times: number) =>
      `${counted(times, "thing is", "things are")} painted with ${colour} where grey was promised`;
    const hint = "export in grey: DeviceGray, or black alone of CMYK";
    return [{ code: "colour", about: colour, times: painted.length, tell, hint, area: first.area }];
  });
};
