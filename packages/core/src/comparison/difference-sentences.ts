import { formatLength } from "../format/duration.ts";
import { plural } from "../format/plural.ts";
import { formatChange, formatPercentBelow, formatRoughPercent } from "../format/number.ts";
import { leftOutLabelsWords } from "../cell/label-filter.ts";
import type { LabelFilter } from "../cell/label-filter.ts";
import { MIN_ACHIEVED_SHARE } from "../policy.ts";
import { ratioOf } from "./change.ts";
import type { RampLoad } from "../capacity/ramp/ramp.ts";
import type { LostLabel } from "./lost-labels.ts";
import type { MovedLabel } from "./label-mix.ts";
import type { RenamedLabel } from "./renamed-labels.ts";
import { printedFigures } from "./printed-change.ts";

/** Which of two runs. */
type Side = "reference" | "other";

interface Of<Value> {
  before: Value;
  after: Value;
}

interface LeftOut {
  seconds: number;
  ofSeconds: number;
}

/** Stored reasons from before don't say how many requests were expected. */
type NamedLost = Omit<LostLabel, "expected"> & { expected?: number };

const MOST_RENAMED = 3;

const THE: Record<Side | "both", string> = {
  reference: "the reference",
  other: "the other run",
  both: "both runs",
};

/** How two runs differ. A judgement calls their sides the baseline and this run: see `findingWords`. */
export const DIFFERENCE_SENTENCES = {
  services: ({ before, after }: Of<string>) => `Different services: ${before} and ${after}.`,
  experiments: ({ before, after }: Of<string>) =>
    `Different experiments: ${before} and ${after}. Their workloads may differ.`,
  "both-simulated": () => "Both runs have simulated traffic: their difference says nothing about real users.",
  "one-simulated": ({ side }: { side: Side }) =>
    `${capital(THE[side])} has simulated traffic, and the one compared with it doesn't.`,
  "days-compared": ({ days }: { days: number }) =>
    `Both runs are live traffic. What changed is tested against the same hours of ${days} earlier days, so the time of day is controlled for. What users did isn't, nor what else happened.`,
  "not-controlled": ({ side }: { side: Side | "both" }) =>
    `${capital(THE[side])} ${side === "both" ? "are" : "is"} live traffic. Load, time of day, weekday and what users did aren't controlled for, so they can cause a difference as well as the service can.`,
  "not-steady": ({ side }: { side: Side }) =>
    `${capital(THE[side])} has no steady phase, so its figures include the warm-up or a changing load.`,
  "left-out-unseen": ({ before, after }: Of<LeftOut>) =>
    `Warm-up and cool-down are much longer in the other run: ${leftOut(after)}, and ${leftOut(before)} in the reference. What happened then isn't compared.`,
  "left-out-before": ({ before, after }: Of<LeftOut>) =>
    `Warm-up and cool-down are much longer in the reference: ${leftOut(before)}, and ${leftOut(after)} in the other run.`,
  "label-filters": ({ before, after }: Of<LabelFilter | null>) => {
    if (after === null)
      return `The reference was uploaded without ${filtered(before)}, and the other run with all of its labels.`;
    return before === null
      ? `The other run was uploaded without ${filtered(after)}, so nothing shows whether those got worse.`
      : `Other labels were left out at upload: ${filtered(before)} in the reference, and ${filtered(after)} in the other run.`;
  },
  "load-models": ({ before, after }: Of<string>) =>
    `The load model differs: ${before} → ${after}. A closed model waits for responses and hides part of a stall.`,
  "offered-loads": ({ before, after, of = "rate" }: Of<number> & { of?: "rate" | "users" }) => {
    const [a, b] = printedFigures("throughput", [before, after], 0);
    const change = formatChange((ratioOf(before, after) ?? 1) - 1);
    return `The offered load differs: ${a} → ${b} ${of === "users" ? "users" : "req/s"} (${change}).`;
  },
  "ramps-of": ({ before, after }: Of<RampLoad>) =>
    `One run raises its ${before === "users" ? "users" : "request rate"}, the other its ${after === "users" ? "users" : "request rate"}, so their loads can't be matched.`,
  "one-ramp": ({ side }: { side: Side }) =>
    `${capital(THE[side])} raises its load, and the one compared with it doesn't. Figures of a ramp are of all its loads together, so the two aren't comparable.`,
  "equally-short": ({ before, after }: Of<number>) => achievedWords("Both runs", [before, after]),
  "both-short": ({ before, after }: Of<number>) =>
    `Both runs fell short of their expected requests: the reference achieved ${achieved(before)}, the other run ${achieved(after)}.`,
  "one-short": ({ side, share }: { side: Side; share: number }) =>
    `${capital(THE[side])} achieved only ${achieved(share)} of its expected requests: its load was lower, or it ended early.`,
  generators: ({ before, after }: Of<number>) => `The number of generators differs: ${before} → ${after}.`,
  saturated: ({ side }: { side: Side | "both" }) =>
    `The generator couldn't send the full load in ${THE[side]}.`,
  durations: ({ before, after }: Of<number>) =>
    `The compared windows differ in length: ${length(before)} in the reference and ${length(after)} in the other run.`,
  "first-part": ({ seconds, ofSeconds }: { seconds: number; ofSeconds: number }) =>
    `The other run is short on purpose. It is compared with the first ${length(seconds)} of ${length(ofSeconds)} of the reference.`,
  "label-mixes": ({ apart }: { apart: number }) =>
    `The label mix differs: ${formatRoughPercent(apart)} of the requests have different labels.`,
  "mix-of-plan": ({ labels, others }: { labels: MovedLabel[]; others: number }) => {
    const named = labels.map(
      ({ label, before, after }) => `“${label}” ${formatRoughPercent(before)} → ${formatRoughPercent(after)}`,
    );
    return `The plan sent another mix of labels: ${named.join(", ")}${others > 0 ? ` and ${others} more` : ""}. The load is open, so that isn't the service's doing: each label is compared with itself, and the whole run at the reference's mix.`;
  },
  "labels-lost": ({ labels, others }: { labels: NamedLost[]; others: number }) => {
    const named = labels.map(({ label, share, expected }) => {
      const missing = expected === undefined ? "" : `, about ${plural(roughly(expected), "request")}`;
      return `“${label}” (${formatRoughPercent(share)}${missing})`;
    });
    return `Requests of the reference are missing from the other run: ${named.join(", ")}${others > 0 ? ` and ${others} more` : ""}. Nothing shows whether those got worse.`;
  },
  "labels-renamed": ({ labels }: { labels: RenamedLabel[] }) => {
    const named = labels
      .slice(0, MOST_RENAMED)
      .map(({ before, after }) => `“${before}” renamed to “${after}”`);
    const others = labels.length > named.length ? ` and ${labels.length - named.length} more` : "";
    const alike = "They have about the same share of the requests and the same latencies";
    return `${labels.length === 1 ? "Was" : "Were"} ${named.join(", ")}${others}? ${alike}, but a new name isn't compared with the old one.`;
  },
  environments: ({ before, after }: Of<string>) => `The environment differs: ${before} → ${after}.`,
  tools: ({ before, after }: Of<string>) =>
    `The tool differs: ${before} → ${after}. The two may not measure the same way.`,
  "tool-versions": ({ tool, before, after }: Of<string> & { tool: string }) =>
    `The version of ${tool} differs: ${before} → ${after}.`,
  "both-quoted": () =>
    "Both runs have only the tool's own figures and no samples. Their values are compared as reported, so noise can't be told apart from change.",
  /** Without a side in what was stored before. */
  "one-quoted": ({ side }: { side?: Side | undefined }) =>
    `${side === undefined ? "One run" : capital(THE[side])} has only the tool's own figures and no samples. Its values are compared as reported, so noise can't be told apart from change.`,
  "one-in-buckets": () =>
    "The percentiles of one run come from the source's own buckets, so only a range of each is known.",
  "in-progress": ({ side }: { side: Side }) => `${capital(THE[side])} is still in progress.`,
  incomplete: ({ side }: { side: Side | "both" }) =>
    `${capital(THE[side])} ${side === "both" ? "are" : "is"} incomplete.`,
};

const filtered = (filter: LabelFilter | null) =>
  filter === null ? "any labels" : leftOutLabelsWords(filter);

/** "All runs achieved 91–93% of the expected requests." */
export function achievedWords(who: string, shares: readonly number[]): string {
  const low = Math.floor(Math.min(...shares) * 100 + 1e-9);
  const high = Math.ceil(Math.max(...shares) * 100 - 1e-9);
  return `${who} achieved ${low === high ? "" : `${low}–`}${high}% of the expected requests.`;
}

function achieved(share: number): string {
  return formatPercentBelow(share, MIN_ACHIEVED_SHARE);
}

function leftOut({ seconds, ofSeconds }: LeftOut): string {
  return `${length(seconds)} of ${length(ofSeconds)}`;
}

function length(seconds: number): string {
  return formatLength(Math.round(seconds));
}

function roughly(count: number): number {
  return Math.round(Number(count.toPrecision(2)));
}

function capital(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
