/**
 * A bonus for a section that has none: from three fifths of what its boxes can hold at most, which is 63 where five dice
 * score six numbers.
 *
 * @param legal for each box of the section the scores that it can hold
 */
export function usualBonus(legal: readonly (readonly number[])[]): { from: number; add: number }[] {
  const most = legal.reduce((sum, scores) => sum + Math.max(0, ...scores), 0);
  return [{ from: Math.max(1, Math.round(most * 0.6)), add: 35 }];
}
