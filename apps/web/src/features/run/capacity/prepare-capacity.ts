import type { RampAnswer, RampNote, RunCapacity } from "@headroom/contract";
import { inShownUnit } from "@headroom/core";
import { formatCount, formatFigure } from "@headroom/ui";
import type { LoadChartInput, LoadLine, LoadMark, TargetLine } from "@headroom/ui/charts";
import { withSigns } from "../../delta/threshold-text.ts";
import type { JudgedTarget } from "../verdict/target-words.ts";

export interface CapacityModel {
  /** What the ramp shows, most important first. */
  sentences: string[];
  /** Up to which load each target held. */
  targets: { target: string; sentence: string }[];
  /** What makes it say less than it seems to. */
  notes: string[];
  /** The most that it did, in successful requests a second. */
  most: { throughput: number };
  throughput: LoadChartInput;
  latency: LoadChartInput;
}

/** What the page says and draws of a ramp; a text if there is nothing to draw. */
export function prepareCapacity(
  { ramp }: RunCapacity,
  targets: readonly TargetLine[],
): CapacityModel | { problem: string } {
  if ("problem" in ramp) return ramp;
  const marks = marksOf(ramp);
  const loadUnit = ramp.load === "users" ? "users" : "req/s";
  return {
    sentences: [
      kneeSentence(ramp),
      latencySentence(ramp),
      breakSentence(ramp),
      ...ramp.gauges.map(({ sentence }) => sentence),
      lawSentence(ramp.usl),
    ].filter((sentence) => sentence !== null),
    targets: ramp.targets.map(({ target, sentence }) => ({ target, sentence })),
    notes: ramp.notes.map(({ note, fromLoad }) =>
      NOTES[note](fromLoad === null ? null : loadOf(ramp, fromLoad)),
    ),
    most: ramp.most,
    throughput: {
      of: "throughput",
      loadUnit,
      measured: [lineOf(ramp, "Measured", "var(--s1)", ({ throughput }) => throughput)],
      fitted: lawLines(ramp.usl),
      marks,
    },
    latency: {
      of: "latency",
      loadUnit,
      measured:
        ramp.latency === "p95"
          ? [
              lineOf(ramp, "p95", "var(--s1)", ({ p95Ms }) => p95Ms),
              lineOf(ramp, "p50", "var(--s8)", ({ p50Ms }) => p50Ms),
            ]
          : [lineOf(ramp, "Mean", "var(--s1)", ({ meanMs }) => meanMs)],
      marks,
      targets,
    },
  };
}

/** The targets of the latency that is drawn, with or without a load of their own. */
export function latencyTargetsOf(targets: readonly JudgedTarget[]): TargetLine[] {
  return targets.flatMap(({ metric, label, threshold, unit, text }) => {
    const value = inShownUnit(threshold, unit);
    const isDrawn = metric.kind === "percentile" && metric.percent === 95 && label === null;
    return isDrawn && value !== null ? [{ value, text: withSigns(text) }] : [];
  });
}

function lineOf(
  { levels }: RampAnswer,
  name: string,
  color: string,
  value: (level: RampAnswer["levels"][number]) => number | null,
): LoadLine {
  const points = levels.map((level) => ({ load: level.load, value: value(level) }));
  return { key: name, name, color, width: 2, points };
}

/** What the law says, and its interval. */
export function lawLines(usl: RampAnswer["usl"]): LoadLine[] {
  if ("problem" in usl) return [];
  const line = (key: "value" | "low" | "high", name: string, width: number): LoadLine => ({
    key,
    name,
    width,
    color: "var(--ink-3)",
    dash: key === "value" ? "6 4" : "2 4",
    points: usl.curve.map((point) => ({ load: point.load, value: point[key] })),
  });
  return [
    line("value", "Scalability law", 1.6),
    line("low", "Its interval", 1),
    line("high", "Its interval", 1),
  ];
}

function marksOf({ knee, breaking }: RampAnswer): LoadMark[] {
  return [
    ...(knee === null
      ? []
      : [
          {
            key: "knee",
            text: `knee ${amountOf(knee.value)}`,
            at: knee.value,
            low: knee.low,
            high: knee.high,
            tone: "knee" as const,
          },
        ]),
    ...(breaking === null
      ? []
      : [
          {
            key: "break",
            text: `breaks ${amountOf(breaking.heldAt)}–${amountOf(breaking.brokeAt)}`,
            at: null,
            tone: "break" as const,
            low: breaking.heldAt,
            high: breaking.brokeAt,
          },
        ]),
  ];
}

function kneeSentence(ramp: RampAnswer): string {
  const { knee, most, breaking } = ramp;
  if (knee?.of === "throughput") {
    const falls = breaking?.sign === "throughput-falls" && knee.value >= breaking.heldAt;
    return `Throughput rises with the load up to about ${intervalOf(ramp, knee)}, then ${falls ? "falls" : "levels off"}.`;
  }
  const at = `${formatFigure(most.throughput)} req/s at ${loadOf(ramp, most.load)}`;
  return `Throughput rises with the load as far as it held. The most was ${at}.`;
}

function latencySentence(ramp: RampAnswer): string | null {
  const { latencyRises, latency } = ramp;
  const which = latency === "p95" ? "p95" : "The mean latency";
  if (latencyRises === null) return null;
  return `${which} starts to rise at about ${intervalOf(ramp, latencyRises)}.`;
}

/** Where a ramp breaks, and how: "between 689 and 717 users: throughput falls". Null: it doesn't. */
export function breakWords(ramp: Pick<RampAnswer, "load" | "breaking">): string | null {
  const { breaking } = ramp;
  if (breaking === null) return null;
  const { heldAt, brokeAt, sign } = breaking;
  return `between ${amountOf(heldAt)} and ${loadOf(ramp, brokeAt)}: ${SIGNS[sign]}`;
}

const SIGNS: Record<NonNullable<RampAnswer["breaking"]>["sign"], string> = {
  "throughput-falls": "throughput falls",
  errors: "at least 5% of the requests fail",
  "falls-behind": "the service falls behind the offered rate",
  "latency-explodes": "latency explodes",
};

function breakSentence(ramp: RampAnswer): string {
  const { levels } = ramp;
  const broke = breakWords(ramp);
  if (broke === null)
    return `It didn't break, up to ${loadOf(ramp, levels.at(-1)?.load ?? 0)}. That is the most this run reached.`;
  return `It breaks ${broke}, and that doesn't change at higher loads.`;
}

/** The law speaks for itself only where it fits and there is a peak, or nothing that would limit throughput. */
function lawSentence(usl: RampAnswer["usl"]): string | null {
  if ("problem" in usl) return null;
  if (usl.doubt !== null) return `Scalability law: ${lowered(usl.doubt)}`;
  const fit = `R² ${usl.rSquared.toFixed(3)}`;
  if (usl.proportional)
    return `Scalability law: no contention beyond noise (${fit}). It says nothing beyond ${amountOf(usl.limit)} users.`;
  const contention = `${formatFigure(usl.sigma.value * 100)}% contention`;
  if (usl.peak === null)
    return `Scalability law: ${contention}, and no peak up to ${amountOf(usl.limit)} users (${fit}). It says nothing beyond that.`;
  const { value, low, high } = usl.peak.load;
  const at = `${amountOf(value)} users (${amountOf(low)}–${amountOf(high)})`;
  const peak = `${formatFigure(usl.peak.throughput)} req/s at ${at}`;
  return `Scalability law: ${contention}, with the highest throughput of ${peak} (${fit}).`;
}

const NOTES: Record<RampNote, (load: string | null) => string> = {
  "generator-saturated": (load) =>
    `The generator was saturated from ${load ?? "some load"} on, so the knee and breaking point may be its own.`,
  "load-not-offered": () => "The tool reports that it sent less than planned.",
  outage: (load) =>
    `An outage${load === null ? "" : ` at ${load}`} is left out of the curves. Targets were missed during it.`,
  "load-fell-again": () => "What came after the highest load is left out.",
  "closed-loop": () => "The tool waits for responses, so latency beyond the knee is understated.",
};

export function intervalOf(
  ramp: Pick<RampAnswer, "load">,
  { value, low, high }: { value: number; low: number; high: number },
): string {
  return `${loadOf(ramp, value)} (${amountOf(low)}–${amountOf(high)})`;
}

/** A load is a mean over a stretch of the ramp: more digits would only look exact. */
export function amountOf(load: number): string {
  return load >= 100 ? formatCount(load) : String(Number(load.toPrecision(2)));
}

export function loadOf({ load }: Pick<RampAnswer, "load">, value: number): string {
  return `${amountOf(value)} ${load === "users" ? "users" : "req/s"}`;
}

function lowered(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
