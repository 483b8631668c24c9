import { type Bend, type Sighting, shiftAt } from "./bend.ts";
import { fitBend } from "./fit-bend.ts";

const PASSES = 3;
/** At first, with outliers still among the sightings, paper is taken to be this many times as stiff. */
const FIRST_STIFFNESS = 8;

/** The bend that most sightings agree on; those far off, such as where somebody wrote over a line, count less and less. */
export function fitFaithful(
  start: Bend,
  sightings: readonly Sighting[],
  stiffness: number,
  outlierMm: number,
): Bend {
  let bend = fitBend(start, sightings, FIRST_STIFFNESS * stiffness);
  for (let pass = PASSES; pass > 0; pass--)
    bend = fitBend(bend, faithful(sightings, bend, outlierMm * pass), stiffness);
  return bend;
}

/** The sightings that agree with a bend, each weighing less the farther off it is (Tukey's biweight). */
function faithful(sightings: readonly Sighting[], bend: Bend, outlierMm: number): Sighting[] {
  const agreeing: Sighting[] = [];
  for (const sighting of sightings) {
    const off = disagreement(sighting, bend) / outlierMm;
    if (off >= 1) continue;
    const weight = (1 - off * off) ** 2;
    const { sureAcross, sureDown, sureBoth } = sighting;
    agreeing.push({
      ...sighting,
      sureAcross: sureAcross * weight,
      sureDown: sureDown * weight,
      sureBoth: sureBoth * weight,
    });
  }
  return agreeing;
}

/** How far a bend is from a sighting in the directions of which that is sure, in mm. */
export function disagreement(sighting: Sighting, bend: Bend): number {
  const [across, down] = shiftAt(bend, sighting.xMm, sighting.yMm);
  const [x, y] = [across - sighting.acrossMm, down - sighting.downMm];
  const { sureAcross, sureDown, sureBoth } = sighting;
  const square = sureAcross * x * x + 2 * sureBoth * x * y + sureDown * y * y;
  return Math.sqrt(Math.max(0, square) / (Math.max(sureAcross, sureDown) + 1e-9));
}
