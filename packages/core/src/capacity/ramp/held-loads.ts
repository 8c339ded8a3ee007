import type { AbsentFigure } from "../../cell/sample.ts";
import { formatTarget } from "../../targets/target.ts";
import type { Target } from "../../targets/target.ts";
import type { HeldLoad } from "../../verdict/held-load.ts";
import type { Verdict } from "../../verdict/judged.ts";
import { judge } from "../../verdict/verdict.ts";
import { isLimit } from "../stretch.ts";
import type { LoadLevel } from "./load-levels.ts";
import { throughputLevels } from "./ramp.ts";
import type { RampLevels } from "./ramp.ts";
import { throughputFall } from "./throughput-fall.ts";

export interface HeldLoadsInput {
  targets: readonly Target[];
  absent: readonly AbsentFigure[];
  latencyResolutionMicros: number;
  latencyRelativeError: number;
  confidence: number;
}

/**
 * For the targets of latency and errors that are about all requests, by their texts: the load up to which each held.
 * Every level is judged as a run of its own, with its outages, for an outage is a miss under that load. None holds where
 * throughput falls: there the service does less than under a lower load.
 */
export function heldLoads(
  { levels, of }: Extract<RampLevels, { levels: LoadLevel[] }>,
  input: HeldLoadsInput,
): Map<string, HeldLoad> {
  const targets = input.targets.filter(isHeldByLoad);
  const judged = levels.map((level) => verdictsOf(level, { ...input, targets }));
  const fallsAt = throughputFall(throughputLevels(levels, input.absent))?.at ?? Infinity;
  return new Map(
    targets.map((target, at) => {
      const verdicts = judged.map((level) => level[at] ?? "unsure");
      const loads = levels.map(({ load }) => load);
      return [
        formatTarget(target),
        { of: of === "users" ? "users" : "rate", ...heldLoad(loads, { verdicts, fallsAt }) },
      ];
    }),
  );
}

/** Other limits of a ramp are judged over the run, where they name their load. */
export function isHeldByLoad(target: Target): boolean {
  const { label, users, threshold } = target;
  return isLimit(target) && label === null && users === null && threshold.kind === "absolute";
}

function verdictsOf({ cell, seconds, slices }: LoadLevel, input: HeldLoadsInput): Verdict[] {
  const { absent } = input;
  const figures = { durationSeconds: seconds, all: cell, absent, slices, label: () => null };
  return judge({
    ...input,
    figures,
    window: null,
    ramp: null,
    achieved: null,
    loadOffered: null,
    baseline: null,
    gauge: () => null,
    atUsers: () => null,
  }).map(({ verdict }) => verdict);
}

/** Of the levels, so many have to be missed for a miss at every load; the others had too few requests to tell. */
const NEARLY_EVERY = 0.9;

/** A service that is still cold may miss under the least load: what counts begins with the first level that is met. */
function heldLoad(
  loads: readonly number[],
  { verdicts, fallsAt }: { verdicts: readonly Verdict[]; fallsAt: number },
): Omit<HeldLoad, "of"> {
  const at = (index: number) => (index === -1 ? null : (loads[index] ?? null));
  const firstMet = verdicts.indexOf("met");
  const missed = verdicts.findIndex((verdict, index) => index > firstMet && verdict === "missed");
  const falls = loads.findIndex((load, index) => index > firstMet && load > fallsAt);
  const ends = [missed, falls].filter((index) => index !== -1);
  const end = Math.min(verdicts.length, ...ends);
  const held = firstMet === -1 ? -1 : verdicts.slice(0, end).lastIndexOf("met");
  const again =
    missed === -1 || firstMet === -1
      ? -1
      : verdicts.findIndex((verdict, index) => index > missed && verdict === "met");
  const misses = verdicts.filter((verdict) => verdict === "missed").length;
  return {
    from: loads[0] ?? 0,
    to: loads.at(-1) ?? 0,
    heldTo: at(held),
    missedAt: at(missed),
    metAgainAt: at(again),
    missedThroughout: firstMet === -1 && verdicts[0] === "missed" && misses >= NEARLY_EVERY * verdicts.length,
    ...(held !== -1 && falls === end ? { fallsAt } : {}),
  };
}
