import type { RunComparison } from "@headroom/contract";
import { rampSentences } from "../gauges/prepare-ramps.ts";
import { formatLength } from "@headroom/ui";
import { hiddenChanges, trendWords } from "../view/trend-words.ts";
import { countedWords } from "./counted-words.ts";
import { figuresWords } from "./figures-words.ts";
import { pairWords } from "./headline-words.ts";
import type { SentenceInput } from "./sentence-input.ts";
import { ownLatency } from "../view/size-words.ts";

export interface ComparisonSentence {
  lead: string;
  rest: string;
  /** The figures behind it, for a pair. */
  figures: string;
}

/** What changed, in words: of a pair its direction and its size, of more runs how many changed. */
export function prepareSentence(input: SentenceInput): ComparisonSentence {
  const { comparison, cards, statistics } = input;
  const before = cards[comparison.reference];
  const others = cards.filter((card) => card !== before);
  const [after] = others;
  if (before === undefined || after === undefined)
    return { lead: "Nothing to compare.", rest: "", figures: "" };
  if (others.length > 1) return { ...countedWords(before, others, input), figures: "" };
  const at = cards.indexOf(after);
  const run = comparison.runs[at];
  const latency = run === undefined ? "p99" : ownLatency(run);
  const { lead, rest, own } = pairWords({ before, after, latency }, input);
  const ramps = rampSentences(comparison, cards);
  // What would have been detected in the figures of the whole run says nothing of two ramps.
  const pair = statistics.get(after.id);
  if (ramps.length > 0)
    return { lead, rest: joined(pair === undefined ? rest : "", ...ramps, own), figures: "" };
  const trend = pair === undefined || pair === "failed" ? "" : trendWords(hiddenChanges(pair));
  return {
    lead,
    rest: joined(outageWords(after.name, run), trend, rest, own),
    figures: isVetoed(comparison) ? "" : figuresWords(comparison, { before, after, at, latency }),
  };
}

/** "No request of run 46 succeeded for 1m.": the worst fact comes before how sure the rest is. */
function outageWords(name: string, run: RunComparison["runs"][number] | undefined): string {
  const seconds = Math.round(run?.outageSeconds ?? 0);
  return seconds === 0 ? "" : `No request of ${name} succeeded for ${formatLength(seconds)}.`;
}

/** A ratio of what can't be compared would read like a result. Of what is quoted, the table is right below. */
function isVetoed({ comparability }: RunComparison): boolean {
  return comparability.some(({ differences }) => differences.some(({ severity }) => severity === "veto"));
}

function joined(...sentences: readonly string[]): string {
  return sentences.filter((sentence) => sentence !== "").join(" ");
}
