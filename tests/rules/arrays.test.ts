import { describe, expect, it } from "vitest";
import { getElement, lastIndexWhere, median } from "../../src/rules/arrays.ts";

describe("the value in the middle", () => {
  it.each([
    [[3], 3],
    [[10, 9, 100], 10],
    [[4, 1, 3, 2], 3],
    [[-1, -20, 5], -1],
    [[], 0],
  ])("of %j is %d", (values, middle) => {
    expect(median(values)).toBe(middle);
    expect(median(Float64Array.from(values))).toBe(middle);
  });

  it("leaves the list as it is", () => {
    const values = [3, 1, 2];
    median(values);
    expect(values).toEqual([3, 1, 2]);
  });
});

describe("the last index for which something holds", () => {
  it.each([0, 1, 2, 3, 7, 8])("is found among %d", (count) => {
    for (let holding = 0; holding <= count; holding++)
      expect(lastIndexWhere(count, (index) => index < holding)).toBe(holding - 1);
  });

  it("is asked of indices that there are only", () => {
    const asked: number[] = [];
    lastIndexWhere(5, (index) => asked.push(index) > 0);
    expect(asked.every((index) => index >= 0 && index < 5)).toBe(true);
  });
});

describe("an element that must be there", () => {
  it("is given, or refused", () => {
    expect(getElement(["a", "b"], 1)).toBe("b");
    for (const index of [-1, 2, Number.NaN]) expect(() => getElement(["a", "b"], index)).toThrow(RangeError);
  });
});
