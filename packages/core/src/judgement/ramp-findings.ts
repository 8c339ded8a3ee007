import { compareRamps } from "../comparison/compared-ramps.ts";
import type { RampChange, RampPair } from "../comparison/compared-ramps.ts";
import type { Finding, FindingEffect, JudgingPolicy } from "./judgement.ts";
import { makeFinding } from "./make-finding.ts";

type Limits = Pick<JudgingPolicy, "minChange" | "detect">;

/** What two ramps show: how much load each target holds, and where there is no target, how much the knee does. */
export function rampFindings(ramps: RampPair, limits: Limits): Finding[] {
  const changes = compareRamps(ramps, limits.detect);
  if (changes.length === 0)
    return [
      makeFinding({ effect: "unsure", kind: "ramp", code: "differs", reasons: [{ code: "ramp-nothing" }] }),
    ];
  const hasTarget = changes.some(({ figure }) => figure.of === "held");
  return changes.map((change) => {
    const { figure, verdict, before, after, ratio, interval } = change;
    return makeFinding({
      effect: figure.of === "knee" && hasTarget ? "note" : effectOf(change, limits),
      kind: "ramp",
      code: verdict,
      metric: figure.of === "held" ? figure.target : null,
      before,
      after,
      unit: ramps.after.of === "users" ? "users" : "/s",
      ratio,
      interval,
      limit: limits.detect,
      reasons: [
        figure.of === "held"
          ? { code: "ramp-held", before: figure.before, after: figure.after }
          : { code: "ramp-knee", load: figure.load, before: figure.before, after: figure.after },
      ],
    });
  });
}

const EFFECTS: Record<RampChange["verdict"], FindingEffect> = {
  regressed: "fail",
  improved: "pass",
  "no-detectable-change": "pass",
  differs: "unsure",
};

/** A smaller regression than the policy asks for is noted. */
function effectOf({ verdict, ratio }: RampChange, { minChange }: Limits): FindingEffect {
  if (verdict === "regressed" && ratio !== null && 1 - ratio < minChange) return "note";
  return EFFECTS[verdict];
}
