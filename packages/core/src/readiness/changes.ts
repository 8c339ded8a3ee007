import { formatSpan } from "../format/instant.ts";
import { formatFigure } from "../format/number.ts";
import type { ReadinessVerdict } from "./rules.ts";

/** What a reader would notice of a readiness report. */
export interface ReadinessState {
  verdict: ReadinessVerdict;
  /** Requests a second; null: unproven, or not known. */
  capacity: number | null;
  expected: number | null;
  experiments: {
    id: string;
    name: string;
    state: "proven" | "accepted" | "unproven";
    /** Its newest run; null: it has none. */
    newest: { number: number; verdict: string | null } | null;
  }[];
  risks: { id: string; words: string }[];
  actions: { id: string; title: string; closed: boolean }[];
  /** When the peak day is, by its clocks. States that were stored earlier don't have it. */
  day?: PeakDayTimes;
}

interface PeakDayTimes {
  startsAt: string;
  endsAt: string;
  timeZone: string;
}

const VERDICTS: Record<ReadinessVerdict, string> = {
  ready: "ready",
  "at-risk": "at risk",
  "not-ready": "not ready",
};
const STATES = { proven: "is proven", accepted: "counts with an accepted risk", unproven: "has no proof" };

const WERE = { proven: "was proven", accepted: "counted with an accepted risk" };

/** What changed between two visits, in sentences, the most important first. */
export function changesBetween(before: ReadinessState, after: ReadinessState): string[] {
  return [
    ...(before.verdict === after.verdict
      ? []
      : [`From ${VERDICTS[before.verdict]} to ${VERDICTS[after.verdict]}.`]),
    ...dayChange(before.day, after.day),
    ...rateChange("Tested capacity", before.capacity, after.capacity),
    ...rateChange("Expected peak", before.expected, after.expected),
    ...after.experiments.flatMap((one) => changeOf(one, before)),
    ...gone(before.experiments, after.experiments).map(
      ({ name }) => `${name} no longer represents the peak.`,
    ),
    ...added(before.risks, after.risks).map(({ words }) => `Accepted: ${words}.`),
    ...gone(before.risks, after.risks).map(({ words }) => `No longer accepted: ${words}.`),
    ...added(before.actions, after.actions).map(({ title }) => `New action: ${title}.`),
    ...after.actions.flatMap((action) => {
      const same = before.actions.find(({ id }) => id === action.id);
      if (same === undefined || same.closed === action.closed) return [];
      return [`${action.closed ? "Closed" : "Reopened"}: ${action.title}.`];
    }),
  ];
}

/** What later runs showed that contradicts an earlier report: a proof that has ended, or a miss where there was none. */
export function contradictions(before: ReadinessState, after: ReadinessState): string[] {
  return before.experiments.flatMap((one) => {
    const now = after.experiments.find(({ id }) => id === one.id);
    if (now === undefined || one.state === "unproven") return [];
    const { newest } = now;
    if (newest === null || newest.number === one.newest?.number) return [];
    const run = `run ${newest.number} ${newest.verdict ?? "has no targets"}`;
    if (now.state === "unproven") return [`${one.name} ${WERE[one.state]}, and now has no proof: ${run}.`];
    return newest.verdict === "missed" ? [`${one.name}: ${run} a target.`] : [];
  });
}

function dayChange(before: PeakDayTimes | undefined, after: PeakDayTimes | undefined): string[] {
  if (before === undefined || after === undefined) return [];
  const [from, to] = [dayText(before), dayText(after)];
  return from === to ? [] : [`The peak day was ${from}, and is now ${to}.`];
}

function dayText({ startsAt, endsAt, timeZone }: PeakDayTimes): string {
  return `${formatSpan(new Date(startsAt), new Date(endsAt), timeZone)} (${timeZone})`;
}

function rateChange(name: string, before: number | null, after: number | null): string[] {
  const [from, to] = [rateText(before), rateText(after)];
  return from === to ? [] : [`${name}: ${from}, now ${to}.`];
}

function rateText(rate: number | null): string {
  return rate === null ? "none" : `${formatFigure(rate)} req/s`;
}

function changeOf(one: ReadinessState["experiments"][number], { experiments }: ReadinessState): string[] {
  const before = experiments.find(({ id }) => id === one.id);
  if (before === undefined) return [`${one.name} represents the peak, and ${STATES[one.state]}.`];
  const { newest } = one;
  const isNew = newest !== null && newest.number !== before.newest?.number;
  const run = isNew ? `run ${newest.number} ${newest.verdict ?? "has no targets"}` : null;
  if (before.state !== one.state)
    return [`${one.name} now ${STATES[one.state]}${run === null ? "" : `: ${run}`}.`];
  return run === null ? [] : [`${one.name}: ${run}.`];
}

function added<T extends { id: string }>(before: readonly T[], after: readonly T[]): T[] {
  const known = new Set(before.map(({ id }) => id));
  return after.filter(({ id }) => !known.has(id));
}

function gone<T extends { id: string }>(before: readonly T[], after: readonly T[]): T[] {
  return added(after, before);
}
