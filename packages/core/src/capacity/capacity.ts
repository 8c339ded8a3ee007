import { collapseAfter } from "./collapse.ts";
import type { Collapse } from "./collapse.ts";
import { formatLength } from "../format/duration.ts";
import { formatTarget } from "../targets/target.ts";
import type { Target } from "../targets/target.ts";
import type { Verdict } from "../verdict/judged.ts";
import { isLimit, judgeStretch, ofAllRequests, stretchesOf, succeeded } from "./stretch.ts";
import type { CapacityPoint, StretchRules } from "./stretch.ts";

/** Why a run proves no throughput. */
export const CAPACITY_GAPS = [
  /** A simulator sent its requests, so nothing was held. */
  "simulated",
  /** No target limits latency or errors, so any throughput would pass. */
  "no-limit",
  /** Its source doesn't count requests. */
  "no-requests",
  "too-short",
  /** The run missed a latency or error target that isn't about all requests. */
  "other-target",
  /** No stretch of the required length met every latency and error target. */
  "never-met",
] as const;
export type CapacityGap = (typeof CAPACITY_GAPS)[number];

export type Capacity =
  | {
      proven: true;
      /** Successful requests per second over the stretch. */
      throughput: number;
      fromSeconds: number;
      toSeconds: number;
      /** Null: it didn't collapse afterwards. */
      collapse: Collapse | null;
    }
  | { proven: false; gap: CapacityGap; detail: string };

export interface CapacityInput extends StretchRules {
  targets: readonly Target[];
  /** How the run as a whole was judged, by the targets' texts. */
  verdicts: readonly { text: string; verdict: Verdict }[];
  /** All requests in order of time; points in which nothing completed are absent. */
  points: readonly CapacityPoint[];
  pointSeconds: number;
  fromSeconds: number;
  toSeconds: number;
  holdSeconds: number;
  /** It was kept from traffic that a simulator made up. */
  simulated: boolean;
}

/**
 * The highest throughput that a run held for the policy's time with every latency and error target met: the busiest
 * stretch of that length, in whole points, that `judge` finds met. Time in which nothing completed counts.
 */
export function findCapacity(input: CapacityInput): Capacity {
  const limits = input.targets.filter(isLimit);
  const gap = gapOf(input, limits);
  if (gap !== null) return gap;
  const length = Math.ceil(input.holdSeconds / input.pointSeconds);
  const stretches = stretchesOf(input, length);
  if (stretches.count < 1) return tooShort(input);
  const judged = limits.filter(ofAllRequests);
  for (const start of stretches.busiestFirst()) {
    const cell = stretches.merged(start);
    if (succeeded(cell, input) === 0) break;
    const seconds = length * input.pointSeconds;
    if (!judgeStretch(judged, cell, seconds, input).every(({ verdict }) => verdict === "met")) continue;
    const fromSeconds = input.fromSeconds + start * input.pointSeconds;
    return {
      proven: true,
      throughput: succeeded(cell, input) / seconds,
      fromSeconds,
      toSeconds: fromSeconds + seconds,
      collapse: collapseAfter(stretches.counts, {
        start,
        end: start + length,
        pointSeconds: input.pointSeconds,
      }),
    };
  }
  const texts = judged.map(formatTarget).join(", ");
  return {
    proven: false,
    gap: "never-met",
    detail: `The run never met ${texts} for ${formatLength(input.holdSeconds)} in a row.`,
  };
}

function gapOf(input: CapacityInput, limits: readonly Target[]): Capacity | null {
  if (input.simulated)
    return { proven: false, gap: "simulated", detail: "The run has simulated traffic. It proves nothing." };
  if (limits.length === 0)
    return { proven: false, gap: "no-limit", detail: "None of the run's targets limits latency or errors." };
  // A source that states a rate without a count has a throughput all the same.
  if (input.absent.includes("requests"))
    return { proven: false, gap: "no-requests", detail: "The source doesn't count requests." };
  if (input.toSeconds - input.fromSeconds < input.holdSeconds) return tooShort(input);
  const met = new Set(input.verdicts.filter(({ verdict }) => verdict === "met").map(({ text }) => text));
  const other = limits.find((target) => !ofAllRequests(target) && !met.has(formatTarget(target)));
  if (other === undefined) return null;
  return { proven: false, gap: "other-target", detail: `The run did not meet ${formatTarget(other)}.` };
}

function tooShort({ fromSeconds, toSeconds, holdSeconds }: CapacityInput): Capacity {
  const lasted = Math.max(0, Math.floor(toSeconds - fromSeconds));
  return {
    proven: false,
    gap: "too-short",
    detail: `The run lasted ${formatLength(lasted)}. A throughput counts once it is held for ${formatLength(holdSeconds)}.`,
  };
}
