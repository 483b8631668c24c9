import { overlaps } from "../../geometry.ts";
import { type Check, counted, type Fault } from "../finding.ts";

/** A file that must be grey is painted in grey: colour takes three more plates, and so does a black that is mixed. */
export const colours: Check = ({ coloured, shown }, { grey }) => {
  if (!grey) return [];
  const onPaper = coloured.filter(({ area }) => overlaps(area, shown) || area.widthMm * area.heightMm === 0);
  return [...new Set(onPaper.map(({ colour }) => colour))].flatMap((colour): Fault[] => {
    const painted = onPaper.filter((one) => one.colour === colour);
    const message = (times: number) =>
      `${counted(times, "thing is", "things are")} painted with ${colour} where grey was promised`;
    const hint = "export in grey: DeviceGray, or black alone of CMYK";
    const area = painted[0]?.area ?? null;
    return [{ code: "colour", about: colour, times: painted.length, message, hint, area }];
  });
};
