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

function rangeOf({ interval, unit }: JudgedTarget): string {
  const high = interval?.high ?? null;
  if (interval === null || high === null) return "";
  return ` The true value is likely between ${NUMBER.format(interval.low)} and ${NUMBER.format(high)} ${unit}.`;
}

/** A relative target of a first run has nothing to be compared with yet. */
const TARGET_OUTCOME: Record<JudgedTarget["verdict"], Outcome> = {
  met: "pass",
  missed: "fail",
  unsure: "unsure",
  "no-baseline": "note",
};
