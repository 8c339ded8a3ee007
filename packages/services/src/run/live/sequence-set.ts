/** The numbers of the batches that counted, as ranges: [from, to, from, to, …], rising and apart. */
export type SequenceSet = readonly number[];

export function hasSequence(set: SequenceSet, sequence: number): boolean {
  for (let at = 0; at < set.length; at += 2) {
    if (sequence < (set[at] ?? 0)) return false;
    if (sequence <= (set[at + 1] ?? 0)) return true;
  }
  return false;
}

export function withSequence(set: SequenceSet, sequence: number): SequenceSet {
  if (hasSequence(set, sequence)) return set;
  const ranges: number[] = [];
  let [from, to] = [sequence, sequence];
  let placed = false;
  for (let at = 0; at < set.length; at += 2) {
    const [first, last] = [set[at] ?? 0, set[at + 1] ?? 0];
    if (last + 1 === from) from = first;
    else if (first - 1 === to) to = last;
    else {
      if (!placed && first > to) {
        ranges.push(from, to);
        placed = true;
      }
      ranges.push(first, last);
    }
  }
  if (!placed) ranges.push(from, to);
  return ranges;
}

/** The last number up to which none is missing; 0 if the first one is. */
export function lastInRow(set: SequenceSet): number {
  return set[0] === 1 ? (set[1] ?? 0) : 0;
}

/** Whether numbers stand behind one that is missing. */
export function hasGap(set: SequenceSet): boolean {
  return set.length > 2 || (set.length === 2 && set[0] !== 1);
}

/** How many ranges a writer may have before it has to send what is missing. */
export const MOST_RANGES = 500;
