import type { RunVerdictAnswer } from "@headroom/contract";
import type { Finding, Outcome } from "./judge-gate.ts";

type JudgedTarget = RunVerdictAnswer["targets"][number];

const NUMBER = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 4 });

/** What the run's own targets say. */
export function judgeTargets({
  targets,
  baseline,
}: Pick<RunVerdictAnswer, "targets"> & { baseline: unknown }): Finding[] {
  return targets.map((target): Finding => {
    const { text, verdict, reason } = target;
    if (verdict === "no-baseline" && baseline !== null)
      return {
        outcome: "unsure",
        about: text,
        words: "Not judged: it is relative to the experiment's baseline. Set one on the experiment's page.",
      };
    return { outcome: TARGET_OUTCOME[verdict], about: text, words: `${reason}${rangeOf(target)}` };
  });
}

/** A range whose low end is that many times below the figure says nothing. */
const VAGUE = 100;

/** Where a verdict is unsure, its reason says how far the figure may be off. */
function rangeOf({ verdict, value, interval, unit }: JudgedTarget): string {
  const high = interval?.high ?? null;
  if (verdict === "unsure" || value === null || interval === null || high === null) return "";
  // It is of the requests that were sent, and the value takes those that weren't into account, too.
  if (value < interval.low || value > high) return "";
  // Errors that came in few bursts: where the usual rate is, nobody can tell.
  if (interval.low < value / VAGUE) return "";
  const after = unit === "%" ? "%" : ` ${unit}`;
  return ` The true value is likely between ${NUMBER.format(interval.low)} and ${NUMBER.format(high)}${after}.`;
}

/** A relative target of a first run has nothing to be compared with yet. */
const TARGET_OUTCOME: Record<JudgedTarget["verdict"], Outcome> = {
  met: "pass",
  missed: "fail",
  unsure: "unsure",
  "no-baseline": "note",
};
