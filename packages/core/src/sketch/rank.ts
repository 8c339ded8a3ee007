/** Nearest rank: the smallest whole rank that at least the share q of the values reach. */
export function rankOf(q: number, count: number): number {
  // 0.07 * 100 is 7.000000000000001 in doubles: a share that is a whole rank in decimals must stay one.
  const exact = q * count;
  const rank = Math.ceil(exact - exact * 1e-12);
  return Math.min(count, Math.max(1, rank));
}
