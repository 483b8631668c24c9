import { describe, expect, it } from "vitest";
import { type GreyFrame, judgeFrame } from "../../src/studio/view/check/frame.ts";

/** A picture of a sheet in its middle, on a table. @param share how much of the picture the sheet fills */
function pictureOf({ paper, table, share }: { paper: number; table: number; share: number }): GreyFrame {
  const [width, height] = [120, 160];
  const side = Math.sqrt(share);
  const isSheet = (at: number) => {
    const [x, y] = [(at % width) / width, Math.floor(at / width) / height];
    return Math.abs(x - 0.5) < side / 2 && Math.abs(y - 0.5) < side / 2;
  };
  return {
    width,
    height,
    grey: Uint8Array.from({ length: width * height }, (_, at) => (isSheet(at) ? paper : table)),
  };
}

describe("the live camera", () => {
  const good = { paper: 200, table: 70, share: 0.6 };

  it.each([
    ["a sheet that fills the frame", good, "ready"],
    ["a sheet far away", { ...good, share: 0.1 }, "far"],
    ["a sheet in the dark", { ...good, paper: 60, table: 15 }, "dark"],
    ["a sheet on a table as bright as paper", { ...good, table: 190, share: 0.1 }, "ready"],
    ["nothing but paper", { paper: 210, table: 210, share: 1 }, "ready"],
  ] as const)("judges %s", (_, scene, state) => {
    const frame = pictureOf(scene);
    expect(judgeFrame(frame, null)).toBe(state);
    expect(judgeFrame(frame, frame)).toBe(state);
  });

  it("asks to hold still while the picture moves", () => {
    const frame = pictureOf(good);
    const moved = { ...frame, grey: Uint8Array.from(frame.grey, (_, at) => frame.grey[at + 12] ?? 70) };
    expect(judgeFrame(frame, moved)).toBe("moving");
  });
});
