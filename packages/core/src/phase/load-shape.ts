import { logP50Of, throughputOf, usersOf } from "./phase-batches.ts";
import type { Batch } from "./phase-batches.ts";
import type { PhaseReason } from "./phase-sentences.ts";
import { fittedChange, rankCorrelation } from "../chance/steady-change.ts";
import { medianOf, neighbourNoise } from "./phase-statistics.ts";

/** Throughput that changes by a fifth over the phase, or a p50 that doubles, both steadily, is a ramp. */
export const LOAD_CHANGE = 0.2;
const LOAD_CORRELATION = 0.7;
/** Of few batches, an order is chance below so many deviations. */
const ORDERED = 2.8;
const P50_CHANGE = Math.log(2);
const P50_CORRELATION = 0.9;
/** Levels this far apart are stages of a load, not its noise. */
const LEVELS_APART = 1.5;
const PARTS = 10;
/** And so many errors of a part's level. */
const LEVEL_ERRORS = 5;
/** In so many tenths, at least, on either level. */
const MIN_PARTS = 3;
/** A part with more latency than this, against the busy ones, is slow because the service is. */
const SLOWED = Math.log(1.25);
/** Users that stay this close to their median are the same load. */
const SAME_USERS = 0.1;

/** A load that is known to have stayed the same: so many requests per second, or users. */
export interface SameLoad {
  of: "requests" | "users";
  level: number;
}

/**
 * How the load still changes, or null when it doesn't. Batches in which the service was down say nothing of the load.
 * Where users were counted, they are the load: throughput that falls under the same users is the service's doing. A p50
 * that rises means a rising load unless it is known that the load was the same.
 */
export function changeOfLoad(all: readonly Batch[], sentAtRate: boolean): PhaseReason | null {
  const batches = all.filter(({ down }) => !down);
  const users = usersOf(batches);
  const sameUsers = areSame(users);
  const load =
    users.length > 0 && !sameUsers
      ? (trendOf(users, "users") ??
        levelsOf(
          batches,
          batches.map((one) => one.users ?? 0),
          "users",
        ))
      : null;
  if (load !== null) return load;
  const throughput = sameUsers ? null : throughputChange(batches);
  return throughput ?? (sameUsers || sentAtRate ? null : risingLatency(batches));
}

/** The load under which p50 rises steadily, if it is known to stay the same; null: it isn't, or p50 doesn't rise. */
export function sameLoadOfRise(all: readonly Batch[], sentAtRate: boolean): SameLoad | null {
  const batches = all.filter(({ down }) => !down);
  if (risingLatency(batches) === null) return null;
  if (areSame(usersOf(batches)))
    return { of: "users", level: medianOf(batches.flatMap(({ users }) => users ?? [])) };
  if (!sentAtRate || throughputChange(batches) !== null) return null;
  return { of: "requests", level: medianOf(batches.map(({ throughput }) => throughput)) };
}

export function hasSameUsers(batches: readonly Batch[]): boolean {
  return areSame(usersOf(batches.filter(({ down }) => !down)));
}

function areSame(users: readonly number[]): boolean {
  return users.length > 0 && users.every((share) => Math.abs(share - medianOf(users)) <= SAME_USERS);
}

function throughputChange(batches: readonly Batch[]): PhaseReason | null {
  return (
    trendOf(throughputOf(batches), "throughput") ??
    levelsOf(
      batches,
      batches.map(({ throughput }) => throughput),
      "throughput",
    )
  );
}

function trendOf(shares: readonly number[], of: "users" | "throughput"): PhaseReason | null {
  const change = fittedChange(shares);
  const steadily = Math.abs(rankCorrelation(shares));
  const byChance = steadily * Math.sqrt(shares.length - 1) < ORDERED;
  if (Math.abs(change) < LOAD_CHANGE || steadily < LOAD_CORRELATION || byChance) return null;
  return { code: `${of}-trend`, change };
}

/** Stages of a load: lower levels that aren't lower because the service was slower. */
function levelsOf(
  batches: readonly Batch[],
  series: readonly number[],
  of: "users" | "throughput",
): PhaseReason | null {
  const parts = partsOf(batches, series).toSorted((a, b) => b.level - a.level);
  if (parts.length < PARTS) return null;
  const high = parts[MIN_PARTS - 1]?.level ?? 0;
  const busy = medianOf(parts.slice(0, PARTS / 2).map(({ logP50 }) => logP50));
  const noise = neighbourNoise(series) / Math.sqrt(batches.length / PARTS);
  const low = parts.filter(
    ({ level, logP50 }) =>
      level * LEVELS_APART <= high && high - level > LEVEL_ERRORS * noise && logP50 - busy <= SLOWED,
  );
  if (low.length < MIN_PARTS) return null;
  return { code: `${of}-levels`, low: low.at(-1)?.level ?? 0, high: parts[0]?.level ?? 0 };
}

function partsOf(batches: readonly Batch[], series: readonly number[]): { level: number; logP50: number }[] {
  if (batches.length < 2 * PARTS) return [];
  return Array.from({ length: PARTS }, (_, at) => {
    const [from, to] = [at, at + 1].map((edge) => Math.round((edge * batches.length) / PARTS));
    return {
      level: medianOf(series.slice(from, to)),
      logP50: medianOf(logP50Of(batches.slice(from, to))),
    };
  });
}

function risingLatency(batches: readonly Batch[]): PhaseReason | null {
  const logs = logP50Of(batches);
  const factor = fittedChange(logs);
  if (factor < P50_CHANGE || rankCorrelation(logs) < P50_CORRELATION) return null;
  return { code: "p50-rises", times: Math.exp(factor) };
}
