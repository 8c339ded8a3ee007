/** A label with what doesn't change if only its name does. */
export interface NamedLabel {
  label: string;
  /** Of its run's requests. */
  share: number;
  /** In any unit; null: not known. */
  p50: number | null;
  p90: number | null;
}

export interface RenamedLabel {
  before: string;
  after: string;
}

/** Shares and latencies that are closer can be those of one label. */
const APART = 1.5;
/** Of the pairs of letters, how many two names have in common. */
const SIMILAR = 0.5;

/** Which lost labels may only have another name: one with about the same share and latencies, and the same method or a similar name. */
export function renamedLabels(lost: readonly NamedLabel[], fresh: readonly NamedLabel[]): RenamedLabel[] {
  const fitting = lost.flatMap((before) =>
    fresh
      .filter((after) => isAlike(before, after))
      .map((after) => ({ before, after, similar: similarity(before.label, after.label) })),
  );
  const found: RenamedLabel[] = [];
  const taken = new Set<NamedLabel>();
  for (const { before, after, similar } of fitting.toSorted((a, b) => b.similar - a.similar)) {
    if (taken.has(before) || taken.has(after)) continue;
    if (similar < SIMILAR && !isSameMethod(before.label, after.label)) continue;
    taken.add(before).add(after);
    found.push({ before: before.label, after: after.label });
  }
  return found;
}

function isAlike(before: NamedLabel, after: NamedLabel): boolean {
  return (["share", "p50", "p90"] as const).every((of) => {
    const [from, to] = [before[of], after[of]];
    return from !== null && to !== null && Math.max(from, to) <= APART * Math.min(from, to);
  });
}

/** "POST /pay" and "POST /charge". */
function isSameMethod(one: string, other: string): boolean {
  const method = /^[A-Z]+(?= )/.exec(one)?.[0];
  return method !== undefined && other.startsWith(`${method} `);
}

/** The share of the pairs of letters that both names have (Dice, 1945). */
function similarity(one: string, other: string): number {
  const [a, b] = [pairsOf(one), pairsOf(other)];
  const common = [...a].filter((pair) => b.has(pair)).length;
  return a.size + b.size === 0 ? 0 : (2 * common) / (a.size + b.size);
}

function pairsOf(name: string): Set<string> {
  const letters = name.toLowerCase();
  return new Set(
    Array.from({ length: Math.max(0, letters.length - 1) }, (_, at) => letters.slice(at, at + 2)),
  );
}
