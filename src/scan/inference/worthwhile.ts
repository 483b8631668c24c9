/**
 * The ways that count: those with more weight than a share of the greatest.
 *
 * @param least the share, below which a way is next to nothing
 */
export function worthwhile<Way extends { readonly weight: number }>(
  ways: readonly Way[],
  least: number,
): Way[] {
  let greatest = 0;
  for (const { weight } of ways) greatest = Math.max(greatest, weight);
  const kept: Way[] = [];
  for (const way of ways) if (way.weight > greatest * least) kept.push(way);
  return kept;
}
