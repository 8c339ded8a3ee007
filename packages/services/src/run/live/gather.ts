/** Counting takes at most a tenth of the time, unless so much arrives that rounds would be too far apart. */
const ROUNDS = 9;
const AT_MOST = 10;

/**
 * How long to wait between two rounds of counting. The more arrives, the longer a round takes, and the longer the next one gathers:
 * what belongs to the same second or source is then added up before it is written, rather than written several times.
 */
export function gatherAfter(tookMillis: number, gatherMillis: number): number {
  return Math.min(Math.max(tookMillis * ROUNDS, gatherMillis), gatherMillis * AT_MOST);
}
