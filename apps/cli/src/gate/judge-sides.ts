import type { RunVerdictAnswer } from "@headroom/contract";
import { isSimulated } from "@headroom/core";
import { formatLength } from "@headroom/core/format";
import { asOptions } from "../terminal/as-options.ts";
import type { Finding } from "./judge-gate.ts";
import { missingGenerators } from "./missing-generators.ts";

/** Whether the run and its baseline can say anything at all: what the gate checks besides targets and metrics. */
export function judgeSides(
  answer: RunVerdictAnswer,
  { targets, generators }: { targets: boolean; generators: number | null },
): Finding[] {
  const { run, doubt, warnings, baseline } = answer;
  const findings: Finding[] = [];
  if (run.status === "interrupted")
    findings.push(unsure("run", "The run was interrupted, so its results may be incomplete."));
  if (doubt !== null) findings.push(provesNothing(doubt, { isOutage: !isSimulated(warnings) }));
  findings.push(...warnings.map(({ detail }) => warned(detail)), ...leftOutNotes(answer.leftOut));
  if (generators === null) findings.push(...missingGenerators(answer.generators, "server"));
  if (baseline === null) findings.push(withoutBaseline(answer, targets));
  else if (baseline.doubt !== null)
    findings.push(unsure("baseline", `The baseline proves nothing. ${baseline.doubt} Choose another one.`));
  return findings;
}

/** Who accepts that noise can't be told from a change doesn't mean a service that was down. */
export function provesNothing(doubt: string, { isOutage }: { isOutage: boolean }): Finding {
  return { ...unsure("run", `The run proves nothing about the service. ${doubt}`), stands: isOutage };
}

/** What a reader has to know of the run besides. */
export function warned(detail: string): Finding {
  return { outcome: "note", about: "run", words: asOptions(detail) };
}

/** Of so large a share, a reader has to know that nobody judged it. */
const MUCH = 0.2;

/** How much of the run its targets and the comparison leave out. */
export function leftOutNotes(leftOut: RunVerdictAnswer["leftOut"]): Finding[] {
  if (leftOut === null) return [];
  const { warmUpSeconds, coolDownSeconds, judgedSeconds } = leftOut;
  const all = warmUpSeconds + coolDownSeconds + judgedSeconds;
  if (!(warmUpSeconds + coolDownSeconds >= MUCH * all)) return [];
  const length = (seconds: number) => formatLength(Math.round(seconds));
  const left = `${length(warmUpSeconds)} of warm-up and ${length(coolDownSeconds)} of cool-down are left out`;
  return [warned(`Only ${length(judgedSeconds)} of ${length(all)} are judged: ${left}.`)];
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
