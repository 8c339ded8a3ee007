import type { RunComparison } from "@headroom/contract";
import { achievedWords } from "@headroom/core";
import type { DifferenceKind, DifferenceSeverity } from "@headroom/core";
import type { Tone } from "@headroom/ui";
import { capital, namesOf } from "../view/prepare-runs.ts";
import type { RunCard } from "../view/prepare-runs.ts";

export interface ComparabilityModel {
  /** What people say was changed, beside what the figures show. `who`: of which runs, if there are several. */
  changed: readonly { who: string; words: string }[];
  tone: Tone;
  lead: string;
  differences: readonly { key: string; who: string; severity: DifferenceSeverity; words: string }[];
  /** What was looked at and is alike in all runs. */
  alike: readonly string[];
  /** What couldn't be looked at, by the runs that don't say. */
  unknown: readonly { who: string; words: string }[];
  /** "Run 31 and run 46 have only their tools' own summaries, so their noise is unknown." */
  quoted: string | null;
}

const KIND_WORDS: Record<DifferenceKind, string> = {
  service: "service",
  experiment: "experiment",
  simulated: "simulated traffic",
  "live-traffic": "live traffic",
  "load-shape": "load shape",
  "left-out": "warm-up and cool-down",
  "label-filter": "left-out labels",
  "load-model": "load model",
  "offered-load": "offered load",
  achieved: "achieved share",
  generators: "generators",
  saturation: "generator saturation",
  duration: "duration",
  "label-mix": "label mix",
  "lost-labels": "missing labels",
  "renamed-labels": "renamed labels",
  environment: "environment",
  tool: "tool",
  "tool-version": "tool version",
  "percentile-source": "source of percentiles",
  status: "status",
};

/** In what the runs differ from the reference, before any change is believed. */
export function prepareComparability(
  comparison: RunComparison,
  cards: readonly RunCard[],
): ComparabilityModel {
  const { comparability } = comparison;
  const found = new Map<string, FoundDifference>();
  const equallyShort: number[] = [];
  for (const { run, differences } of comparability) {
    const card = cards[run];
    if (card === undefined) continue;
    for (const { kind, severity, words } of differences) {
      if (kind === "percentile-source" && cards.some(({ quoted }) => quoted)) continue;
      if (kind === "achieved" && severity === "note") {
        equallyShort.push(run);
        continue;
      }
      const same = found.get(words);
      if (same === undefined) found.set(words, { severity, words, cards: [card] });
      else found.set(words, { ...same, cards: [...same.cards, card] });
    }
  }
  const apart = [...found.values()];
  const differences = [...apart, ...shortTogether(equallyShort, comparison, cards)].toSorted(
    (a, b) => ORDER[a.severity] - ORDER[b.severity],
  );
  const alike = (comparability[0]?.alike ?? []).filter((kind) =>
    comparability.every((one) => one.alike.includes(kind)),
  );
  const unknown = unknownOf(comparison, cards);
  return {
    changed: changedIn(comparability, cards),
    ...(onlyQuoted(comparability) ? QUOTED_HEAD : headOf(apart, unknown.length === 0)),
    differences: differences.map(({ severity, words, cards: own }) => {
      const isOfAll = own.length >= cards.length - 1;
      return {
        key: words,
        who: isOfAll ? "" : capital(namesOf(own)),
        severity,
        words: isOfAll && cards.length > 2 ? words.replace(/^Both runs\b/, "All runs") : words,
      };
    }),
    alike: alike.map((kind) => KIND_WORDS[kind]),
    unknown,
    quoted: quotedWords(cards.filter(({ quoted }) => quoted)),
  };
}

function changedIn(
  comparability: RunComparison["comparability"],
  cards: readonly RunCard[],
): ComparabilityModel["changed"] {
  return comparability.flatMap(({ run, whatChanged }) => {
    const card = cards[run];
    if (card === undefined || !whatChanged || whatChanged.words === null) return [];
    return [{ who: cards.length > 2 ? capital(card.name) : "", words: whatChanged.words }];
  });
}

interface FoundDifference {
  severity: DifferenceSeverity;
  words: string;
  cards: readonly RunCard[];
}

/** "run 46": "offered load, duration". */
function unknownOf(
  { comparability, reference }: RunComparison,
  cards: readonly RunCard[],
): ComparabilityModel["unknown"] {
  const silent = new Map<DifferenceKind, Set<number>>();
  for (const { run, unknown } of comparability) {
    for (const { kind, side } of unknown) {
      const runs = silent.get(kind) ?? new Set();
      if (side !== "other") runs.add(reference);
      if (side !== "reference") runs.add(run);
      silent.set(kind, runs);
    }
  }
  const namesFor = (runs: ReadonlySet<number>) => namesOf(cards.filter((_, at) => runs.has(at)));
  const byNames = Map.groupBy(silent, ([, runs]) => namesFor(runs));
  return [...byNames].map(([who, kinds]) => ({
    who,
    words: kinds.map(([kind]) => KIND_WORDS[kind]).join(", "),
  }));
}

/** Runs that fell equally short of their expected requests, in one sentence for all of them. */
function shortTogether(
  others: readonly number[],
  { runs, reference }: RunComparison,
  cards: readonly RunCard[],
): FoundDifference[] {
  if (others.length === 0) return [];
  const among = [reference, ...others].toSorted((a, b) => a - b);
  const shares = among.flatMap((at) => runs[at]?.achieved ?? []);
  const some = among.flatMap((at) => cards[at] ?? []);
  const all = cards.length === 2 ? "Both runs" : "All runs";
  const who = some.length === cards.length ? all : capital(namesOf(some));
  return [{ severity: "note", words: achievedWords(who, shares), cards: [] }];
}

const QUOTED_HEAD = { tone: "neutral", lead: "Compared as quoted." } as const;

/** Runs whose pair nothing vetoes but that a tool's own summary tells no noise: the figures still stand beside each other. */
export function quotedRuns(comparability: RunComparison["comparability"]): ReadonlySet<number> {
  const quoted = comparability.filter(({ differences }) => {
    const vetoes = differences.filter(({ severity }) => severity === "veto");
    return vetoes.length > 0 && vetoes.every(({ kind }) => kind === "percentile-source");
  });
  return new Set(quoted.map(({ run }) => run));
}

export function onlyQuoted(comparability: RunComparison["comparability"]): boolean {
  return comparability.length > 0 && quotedRuns(comparability).size === comparability.length;
}

/** Quoted totals have no noise and nothing over time: the table has all there is. */
export function hasOnlyTable({ runs, comparability }: RunComparison): boolean {
  return onlyQuoted(comparability) && runs.every(({ hasTimeline }) => !hasTimeline);
}

const ORDER: Record<DifferenceSeverity, number> = { veto: 0, warn: 1, note: 2 };

/** `checked`: nothing was left out of the check because a run doesn't say. Only then are runs called comparable. */
function headOf(
  differences: readonly { severity: DifferenceSeverity }[],
  checked: boolean,
): { tone: Tone; lead: string } {
  const count = differences.length;
  if (count === 0)
    return checked
      ? { tone: "good", lead: "Comparable." }
      : { tone: "neutral", lead: "No difference in what the runs report." };
  const veto = differences.some(({ severity }) => severity === "veto");
  if (veto) return { tone: "bad", lead: "Not comparable." };
  const warns = differences.some(({ severity }) => severity === "warn");
  const words = count === 1 ? "one difference to keep in mind" : `${count} differences to keep in mind`;
  const lead = checked ? `Comparable, with ${words}.` : `${capital(words)}.`;
  return { tone: warns ? "unsure" : "neutral", lead };
}

function quotedWords(quoted: readonly RunCard[]): string | null {
  const [first] = quoted;
  if (first === undefined) return null;
  if (quoted.length === 1)
    return `${capital(first.name)} has only its tool's own summary, so its noise is unknown.`;
  return `${capital(namesOf(quoted))} have only their tools' own summaries, so their noise is unknown.`;
}
