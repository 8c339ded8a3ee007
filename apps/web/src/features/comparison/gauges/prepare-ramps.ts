import type { ComparedRampAnswer, RunComparison } from "@headroom/contract";
import { heldText, kneesText } from "@headroom/core";
import { formatFigure, runLook } from "@headroom/ui";
import type { LoadChartInput, LoadLine, LoadMark } from "@headroom/ui/charts";
import { breakWords, intervalOf, loadOf } from "../../run/capacity/prepare-capacity.ts";
import { capital, drawnName } from "../view/prepare-runs.ts";
import type { RunCard } from "../view/prepare-runs.ts";

export interface RampsModel {
  cards: readonly RunCard[];
  /** How much load each run holds. */
  sentences: readonly string[];
  rows: readonly { name: string; values: readonly string[] }[];
  /** What gauges did where a run bends or breaks. */
  gauges: readonly string[];
  /** Those that the latency is drawn against, if they are about its p95. */
  targets: readonly string[];
  throughput: LoadChartInput;
  latency: LoadChartInput;
}

interface Ramp {
  card: RunCard;
  ramp: ComparedRampAnswer;
}

function rampsOf({ ramps }: RunComparison, cards: readonly RunCard[]): Ramp[] {
  return (ramps?.runs ?? []).flatMap(({ run, ramp }) => {
    const card = cards[run];
    return card === undefined ? [] : [{ card, ramp }];
  });
}

/** "p95 <= 1 s: run 31 holds 606 users, run 46 holds 473." Where no target says it, the knees do. Empty: the runs aren't ramps. */
export function rampSentences(comparison: RunComparison, cards: readonly RunCard[]): string[] {
  const ramps = rampsOf(comparison, cards);
  const [first] = ramps;
  if (first === undefined) return [];
  const held = first.ramp.targets.map(({ target }) =>
    heldText(
      { target, of: first.ramp.load === "users" ? "users" : "rate" },
      ramps.map(({ card, ramp }) => ({
        name: card.name,
        heldTo: ramp.targets.find((one) => one.target === target)?.heldTo ?? null,
      })),
    ),
  );
  return held.length > 0 ? held : kneeSentences(ramps, first);
}

function kneeSentences(ramps: readonly Ramp[], { ramp: { load } }: Ramp): string[] {
  const knees = ramps.flatMap(({ card: { name }, ramp: { knee } }) =>
    knee === null ? [] : [{ name, knee: { load: knee.value, low: knee.low, high: knee.high } }],
  );
  return knees.length < ramps.length ? ["Not every run has a knee."] : [kneesText(load, knees)];
}

/** Ramps side by side. Null: the runs aren't ramps. */
export function prepareRamps(comparison: RunComparison, cards: readonly RunCard[]): RampsModel | null {
  const ramps = rampsOf(comparison, cards);
  const [first] = ramps;
  if (first === undefined) return null;
  const loadUnit = first.ramp.load === "users" ? "users" : "req/s";
  const isP95 = ramps.every(({ ramp }) => ramp.latency === "p95");
  const marks = ramps.flatMap(marksOf);
  return {
    cards: ramps.map(({ card }) => card),
    sentences: rampSentences(comparison, cards),
    rows: [
      ...first.ramp.targets.map(({ target }) => ({
        name: target,
        values: ramps.map(
          ({ ramp }) => ramp.targets.find((one) => one.target === target)?.sentence ?? "unknown",
        ),
      })),
      rowOf("Knee", ramps, (ramp) => ramp.knee && `${intervalOf(ramp, ramp.knee)}, of ${ramp.knee.of}`),
      rowOf(
        "Latency starts to rise",
        ramps,
        (ramp) => ramp.latencyRises && intervalOf(ramp, ramp.latencyRises),
      ),
      rowOf(
        "Most throughput",
        ramps,
        (ramp) => `${formatFigure(ramp.most.throughput)} req/s at ${loadOf(ramp, ramp.most.load)}`,
      ),
      rowOf(
        "Breaking point",
        ramps,
        (ramp) => breakWords(ramp) ?? `none up to ${loadOf(ramp, ramp.levels.at(-1)?.load ?? 0)}`,
      ),
    ],
    gauges: ramps.flatMap(({ card, ramp }) =>
      ramp.gauges.map(({ sentence }) => `${capital(card.name)}: ${sentence}`),
    ),
    targets: isP95 ? first.ramp.targets.map(({ target }) => target) : [],
    throughput: {
      of: "throughput",
      loadUnit,
      measured: ramps.map((one) => lineOf(one, ({ throughput }) => throughput)),
      marks,
    },
    latency: {
      of: "latency",
      loadUnit,
      measured: ramps.map((one) => lineOf(one, ({ p95Ms, meanMs }) => (isP95 ? p95Ms : meanMs))),
      marks,
    },
  };
}

function rowOf(name: string, ramps: readonly Ramp[], value: (ramp: ComparedRampAnswer) => string | null) {
  return { name, values: ramps.map(({ ramp }) => value(ramp) ?? "none found") };
}

function lineOf(
  { card, ramp }: Ramp,
  value: (level: ComparedRampAnswer["levels"][number]) => number | null,
): LoadLine {
  const { color } = runLook(card.position);
  const points = ramp.levels.map((level) => ({ load: level.load, value: value(level) }));
  return { key: card.id, name: drawnName(card), color, width: 2, points };
}

function marksOf({ card, ramp: { knee, breaking } }: Ramp): LoadMark[] {
  const { id } = card;
  const name = drawnName(card);
  const marks: LoadMark[] = [];
  if (knee !== null)
    marks.push({
      key: `knee ${id}`,
      text: `knee of ${name}`,
      at: knee.value,
      low: knee.low,
      high: knee.high,
      tone: "knee",
    });
  if (breaking !== null)
    marks.push({
      key: `break ${id}`,
      text: `${name} breaks`,
      at: null,
      low: breaking.heldAt,
      high: breaking.brokeAt,
      tone: "break",
    });
  return marks;
}
