import { seededRandom } from "@headroom/core";
import type { WrittenSample } from "@headroom/core/wire";
import { normal } from "../simulated/normal.ts";
import { meanWithin, shareWithin } from "./latencies.ts";
import type { LatencyPart } from "./latencies.ts";
import type { TrafficOperation } from "./scenario.ts";
import { mixed } from "./traffic-day.ts";
import type { TrafficDay } from "./traffic-day.ts";

/** In seconds, as OpenTelemetry recommends for HTTP. */
export const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10] as const;
export const CACHE_METRIC = "discovery_cache_hit_ratio";
const INSTANCES = 2;
const HISTOGRAM = "http_server_request_duration_seconds";
/** Requests that fail have waited for something. */
const FAILED_SLOWER = 4;
/** The share of cache hits without any load, as a part of that at the peak. */
const IDLE_CACHE = 0.6;

export interface LabelTotal {
  label: string;
  requests: number;
  errors: number;
}

type Labels = WrittenSample["labels"];

/** A classic histogram of one process: requests of one operation that succeeded, or that failed. */
class Histogram {
  readonly #series: { labels: Labels; valueOf: () => number }[];
  /** Of each bucket, the last one being above all bounds. */
  readonly counts = new Float64Array(BOUNDS.length + 1);
  #seconds = 0;

  constructor(tags: Labels) {
    const named = (part: string, more: Labels = []) => labelsOf(`${HISTOGRAM}_${part}`, [...tags, ...more]);
    const below = (at: number) => this.counts.subarray(0, at + 1).reduce((sum, count) => sum + count, 0);
    this.#series = [
      ...BOUNDS.map((bound, at) => ({
        labels: named("bucket", [["le", String(bound)]]),
        valueOf: () => below(at),
      })),
      { labels: named("bucket", [["le", "+Inf"]]), valueOf: () => this.requests },
      { labels: named("count"), valueOf: () => this.requests },
      { labels: named("sum"), valueOf: () => this.#seconds },
    ];
  }

  get requests(): number {
    return this.counts.reduce((sum, count) => sum + count, 0);
  }

  /** Requests whose latencies are distributed like this; `random` decides what can't be divided. */
  add(requests: number, part: LatencyPart, random: () => number): void {
    const phase = random();
    let [counted, share, mean] = [0, 0, 0];
    for (const [at, bound] of [...BOUNDS, Infinity].entries()) {
      const within = bound === Infinity ? 1 : shareWithin(part, bound * 1_000);
      const meanUpTo = meanWithin(part, bound * 1_000);
      const upTo = bound === Infinity ? requests : Math.min(requests, Math.floor(requests * within + phase));
      const own = upTo - counted;
      this.counts[at] = (this.counts[at] ?? 0) + own;
      const millis = meanBetween([BOUNDS[at - 1] ?? 0, bound], {
        share: within - share,
        mean: meanUpTo - mean,
      });
      this.#seconds += (own * millis) / 1_000;
      [counted, share, mean] = [upTo, within, meanUpTo];
    }
  }

  samples(atMillis: number): WrittenSample[] {
    return this.#series.map(({ labels, valueOf }) => ({ labels, value: valueOf(), atMillis }));
  }
}

/** The mean of the latencies in a bucket, which holds this share of all and adds so much to their mean. */
function meanBetween([from, to]: [number, number], of: { share: number; mean: number }): number {
  const millis = of.share > 1e-9 ? of.mean / of.share : from * 1_000;
  return Math.min(Math.max(millis, from * 1_000), to * 1_000);
}

interface Process {
  instance: string;
  histograms: { operation: TrafficOperation; good: Histogram; failed: Histogram }[];
  /** Null before the first step. */
  cpu: number | null;
  cacheShare: number | null;
}

/** What the processes of the simulated service have counted since they started. */
export class TrafficCounters {
  readonly #day: TrafficDay;
  readonly #processes: readonly Process[];

  /** `id`: of this replay. A client's series mustn't go on where those of an earlier one ended. */
  constructor(day: TrafficDay, id: string) {
    this.#day = day;
    this.#processes = Array.from({ length: INSTANCES }, (_, number) => {
      const instance = `${id}-${number + 1}`;
      const histograms = day.scenario.operations.map((operation) => {
        const of = (status: string) => new Histogram(tagsOf(instance, operation, status));
        return { operation, good: of("200"), failed: of("503") };
      });
      return { instance, histograms, cpu: null, cacheShare: null };
    });
  }

  /** Counts the requests of a step of the day. */
  advance(step: number): void {
    for (const [number, process] of this.#processes.entries()) {
      const random = seededRandom(mixed(mixed(this.#day.seed, step), number));
      this.#count(process, step, random);
      process.cpu = Math.min(1, Math.max(0.01, 0.12 + 0.55 * this.#day.loadIn(step) + 0.02 * normal(random)));
    }
  }

  #count(process: Process, step: number, random: () => number): void {
    const slowness = this.#day.slownessIn(step);
    // The more requests there are, the more of them ask for the same within a cache's short time.
    const busy = IDLE_CACHE + (1 - IDLE_CACHE) * this.#day.loadIn(step);
    let [cacheable, hits] = [0, 0];
    for (const { operation, good, failed } of process.histograms) {
      const expected = (this.#day.expectedIn(step) * operation.share) / INSTANCES;
      const requests = Math.max(0, Math.round(expected + Math.sqrt(expected) * normal(random)));
      const errors = Math.floor(requests * operation.errorRate + random());
      const own = { medianMillis: operation.medianMillis * slowness, spread: operation.spread };
      const { cached } = operation;
      const fromCache =
        cached === undefined ? 0 : Math.floor((requests - errors) * cached.share * busy + random());
      if (cached !== undefined) {
        good.add(fromCache, cached, random);
        cacheable += requests;
        hits += fromCache;
      }
      good.add(requests - errors - fromCache, own, random);
      failed.add(errors, { ...own, medianMillis: own.medianMillis * FAILED_SLOWER }, random);
    }
    process.cacheShare = cacheable === 0 ? null : hits / cacheable;
  }

  /** Every series, as a scrape at this moment finds it. */
  samples(atMillis: number): WrittenSample[] {
    return this.#processes.flatMap(({ instance, histograms, cpu, cacheShare }) => {
      const gauge = (name: string, value: number | null): WrittenSample[] =>
        value === null ? [] : [{ labels: labelsOf(name, commonTags(instance)), value, atMillis }];
      return [
        ...histograms.flatMap(({ good, failed }) => [...good.samples(atMillis), ...failed.samples(atMillis)]),
        ...gauge("process_cpu_utilization", cpu),
        ...gauge(CACHE_METRIC, cacheShare),
      ];
    });
  }

  /** As Headroom labels them. */
  totals(): LabelTotal[] {
    return this.#day.scenario.operations.map(({ method, route }, at) => {
      const all = this.#processes.flatMap(({ histograms }) => histograms[at] ?? []);
      const errors = all.reduce((sum, { failed }) => sum + failed.requests, 0);
      const good = all.reduce((sum, one) => sum + one.good.requests, 0);
      return { label: `${method} ${route}`, requests: good + errors, errors };
    });
  }

  /** Of all requests, by bucket. */
  bucketCounts(): number[] {
    const all = this.#processes.flatMap(({ histograms }) =>
      histograms.flatMap(({ good, failed }) => [good, failed]),
    );
    return Array.from({ length: BOUNDS.length + 1 }, (_, at) =>
      all.reduce((sum, { counts }) => sum + (counts[at] ?? 0), 0),
    );
  }
}

/** The first one says that all of it is made up. */
function commonTags(instance: string): Labels {
  return [
    ["headroom_simulated", "true"],
    ["instance", instance],
    ["job", "headroom-simulator"],
  ];
}

function tagsOf(instance: string, { method, route }: TrafficOperation, status: string): Labels {
  return [
    ...commonTags(instance),
    ["http_request_method", method],
    ["http_response_status_code", status],
    ["http_route", route],
  ];
}

function labelsOf(name: string, tags: Labels): Labels {
  return [["__name__", name] as const, ...tags.toSorted(([a], [b]) => (a < b ? -1 : 1))];
}
