import { judgement, runVerdictAnswer } from "@headroom/contract";
import type { JudgementAnswer, RunVerdictAnswer } from "@headroom/contract";
import { FINDING_EFFECTS, makeFinding, RUN_OUTCOMES } from "@headroom/core";
import { z } from "zod";
import { readAnswer } from "../http/read-answer.ts";

const { run, generators, baseline, retryAfterSeconds } = runVerdictAnswer.shape;
const { reason, against, changed, findings } = judgement.shape;

/** What a gate reads of an answer. A later version of the server may use words that this command doesn't know. */
export const laterFindings = z.array(
  findings.element.extend({ effect: z.enum(FINDING_EFFECTS).catch("note") }),
);
const laterJudgement = judgement.extend({
  outcome: z.string(),
  reason: reason.catch(null),
  against: against.catch("named"),
  first: z.unknown(),
  changed: changed.catch(null),
  findings: laterFindings,
});
const laterAnswer = z.object({
  run,
  generators,
  judgement: laterJudgement.nullable().default(null),
  baseline: baseline
    .unwrap()
    .extend({ chosen: baseline.unwrap().shape.chosen.catch("named") })
    .nullable(),
  comparison: z.object({ url: z.url(), state: z.string() }).nullable(),
  /** Missing: an earlier version. */
  whatChanged: z.object({ words: z.string().nullable() }).nullable().default(null),
  retryAfterSeconds,
});

/** The kind of the finding that says so. */
export const UNKNOWN_OUTCOME = "unknown-outcome";

export interface GateAnswer extends Pick<
  RunVerdictAnswer,
  "run" | "generators" | "baseline" | "retryAfterSeconds"
> {
  judgement: Omit<JudgementAnswer, "first" | "against"> | null;
  comparison: { url: string; state: string } | null;
  whatChanged: { words: string | null } | null;
}

export function readVerdict(answer: unknown): GateAnswer {
  const read = readAnswer(laterAnswer, answer);
  return { ...read, judgement: read.judgement && withKnownOutcome(read.judgement, RUN_OUTCOMES) };
}

interface LaterOutcome {
  outcome: string;
  findings: JudgementAnswer["findings"];
}

/** An unknown outcome is unsure, whatever it means. */
export function withKnownOutcome<Given extends LaterOutcome, Known extends string>(
  { outcome: answered, ...rest }: Given,
  known: readonly Known[],
): Omit<Given, "outcome"> & { outcome: Known | "unsure" } {
  const outcome = known.find((one) => one === answered);
  if (outcome !== undefined) return { ...rest, outcome };
  const { reasons: _, ...fields } = makeFinding({ effect: "unsure", kind: "run-state", code: answered });
  const unknown: JudgementAnswer["findings"][number] = {
    ...fields,
    kind: UNKNOWN_OUTCOME,
    evidence: null,
    about: "outcome",
    words: `The server answers "${answered}", which this command doesn't know. Use the command that comes with the server.`,
  };
  return { ...rest, outcome: "unsure", findings: [unknown, ...rest.findings] };
}
