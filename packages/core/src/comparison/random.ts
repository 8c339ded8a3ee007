/** Numbers in [0, 1) from a seed, the same on every machine (sfc32 of Chris Doty-Humphrey's PractRand). */
export function seededRandom(seed: number): () => number {
  let a = 0x9e3779b9;
  let b = seed | 0;
  let c = 0x243f6a88;
  let counter = 1;
  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return (sum >>> 0) / 4_294_967_296;
  };
  for (let round = 0; round < 15; round++) next();
  return next;
}

/** A seed from the figures themselves: the same run is resampled alike, on whichever side of a pair it stands. */
export function seedOf(...lists: readonly ArrayLike<number>[]): number {
  let hash = 0x811c9dc5;
  for (const list of lists) {
    for (let at = 0; at < list.length; at++) {
      hash = Math.imul(hash ^ ((list[at] as number) | 0), 0x01000193);
      hash ^= hash >>> 15;
    }
  }
  return hash | 0;
}
