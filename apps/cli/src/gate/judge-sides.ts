import type { RunVerdictAnswer } from "@headroom/contract";
import type { Finding } from "./judge-gate.ts";
import { missingGenerators } from "./missing-generators.ts";

/** Whether the run and its baseline can say anything at all: what the gate checks besides targets and metrics. */
export function judgeSides(
  answer: RunVerdictAnswer,
  { targets, generators }: { targets: boolean; generators: number | null },
): Finding[] {
  const { run, doubt, baseline } = answer;
  const findings: Finding[] = [];
  if (run.status === "interrupted")
    findings.push(unsure("run", "The run was interrupted, so its results may be incomplete."));
  if (doubt !== null) findings.push(unsure("run", `The run proves nothing about the service. ${doubt}`));
  if (generators === null) findings.push(...missingGenerators(answer.generators, "server"));
  if (baseline === null) findings.push(withoutBaseline(answer, targets));
  else if (baseline.doubt !== null)
    findings.push(unsure("baseline", `The baseline proves nothing. ${baseline.doubt} Choose another one.`));
  return findings;
}

/** A first run passes by its targets alone. Without targets, nothing was judged. */
function withoutBaseline({ noBaseline, targets }: RunVerdictAnswer, targetsCount: boolean): Finding {
  const about = "comparison";
  const { reason, expected } = noBaseline ?? { reason: "No baseline.", expected: false };
  if (!expected) return unsure(about, `Not compared. ${reason}`);
  if (targetsCount && targets.some(({ verdict }) => verdict !== "no-baseline"))
    return { outcome: "note", about, words: `No baseline yet, so only the targets count. ${reason}` };
  return unsure(
    about,
    `No baseline yet, and no target that counts without one. ${reason} Make this run the baseline, or add a target.`,
  );
}

function unsure(about: string, words: string): Finding {
  return { outcome: "unsure", about, words };
}
