import { missesInWords, MISSED_GAPS } from "../capacity/tested-capacity.ts";
import { formatLength } from "../format/duration.ts";
import { formatDate, formatTime } from "../format/instant.ts";
import { formatMillis } from "../format/latency.ts";
import { formatFigure, formatRange } from "../format/number.ts";
import type { ReadinessExperiment } from "./readiness.ts";

/** What production itself held for as long as a throughput has to be held. */
export interface ProductionProof {
  /** Successful requests a second. */
  throughput: number;
  from: Date;
  to: Date;
  /** A high of null is above the highest bound of the source. */
  p99Ms: { low: number; high: number | null } | null;
  errorRate: number | null;
  /** The last one of that day before or during it. */
  deploy: { title: string; at: Date; inside: boolean } | null;
}

/**
 * "Production itself held 31,000 req/s on 26 Nov 2026 at 20:41 for 5 minutes, p99 140 ms." With what a newest run missed below
 * that, so that nobody reads the one without the other. Reports are kept, so the day isn't called "yesterday".
 */
export function productionInWords(
  { throughput, from, to, p99Ms }: ProductionProof,
  {
    experiments,
    timeZone,
  }: { experiments: readonly Pick<ReadinessExperiment, "proof" | "newest">[]; timeZone: string },
): string {
  const seconds = (to.getTime() - from.getTime()) / 1_000;
  const length = seconds === 300 ? "5 minutes" : formatLength(seconds);
  const held = `Production itself held ${formatFigure(throughput)} req/s ${dayInWords(from, timeZone)} for ${length}`;
  const p99 = p99Ms === null ? "" : `, p99 ${p99InWords(p99Ms)}`;
  const missed = experiments.flatMap(({ proof, newest }) => {
    if (newest === null || newest.throughput === null || newest.throughput >= throughput) return [];
    if (newest.gap === null || !MISSED_GAPS.includes(newest.gap)) return [];
    const misses = newest.results.filter(({ verdict }) => verdict === "missed");
    if (misses.length === 0) return [];
    return `run ${newest.number} of ${proof.experiment.name} missed ${missesInWords(misses)} at ${formatFigure(newest.throughput)} req/s`;
  });
  const although = missed.length === 0 ? "" : `, although ${missed.join(", and ")}`;
  return `${held}${p99}${although}.`;
}

/** That, and the deploy, whose title guests don't get. */
export function productionText({
  sentence,
  deploy,
}: {
  sentence: string;
  deploy: { title: string; inside: boolean } | null;
}): string {
  if (deploy === null) return sentence;
  return `${sentence} That was ${deploy.inside ? "during" : "after"} the deploy of ${deploy.title}.`;
}

function dayInWords(at: Date, timeZone: string): string {
  const zone = timeZone === "UTC" ? " UTC" : "";
  return `on ${formatDate(at, timeZone)} at ${formatTime(at, at, timeZone)}${zone}`;
}

function p99InWords({ low, high }: NonNullable<ProductionProof["p99Ms"]>): string {
  if (high === null) return `above ${formatMillis(low)} ms`;
  return `${formatRange(formatMillis(low), formatMillis(high))} ms`;
}
