const ROUNDS = 4;
const AT_MOST = 5;

/**
 * How long to wait between two rounds of counting. The more arrives, the longer a round takes, and the longer the next one gathers:
 * what belongs to the same second is then added up before it is written, rather than written several times.
 */
export function gatherAfter(tookMillis: number, gatherMillis: number): number {
  return Math.min(Math.max(tookMillis * ROUNDS, gatherMillis), gatherMillis * AT_MOST);
}
