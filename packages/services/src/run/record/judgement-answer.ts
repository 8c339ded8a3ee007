import { JUDGING_POLICY, nextStep, nextWords, RULES_VERSION, sayFindings } from "@headroom/core";
import type { Finding, Judgement, JudgingPolicy, LevelChange, PairJudgement, Warning } from "@headroom/core";
import { JUDGEMENT_INPUTS } from "@headroom/contract";
import type { JudgementAnswer, PairJudgementAnswer } from "@headroom/contract";
import type { JudgementModel, RunModel, WorkspaceTx } from "@headroom/db";
import { storedWarnings } from "./stored.ts";

/** Which judgement of a run: against what, by which policy. */
export interface JudgementQuestion {
  /** Null: the experiment's own reference. */
  reference: { baseline: string } | { commits: string[] } | null;
  policy: JudgingPolicy;
}

/** A stored judgement with the sentences that are made from its fields. `warnings`: of its run. */
export function toJudgementAnswer(
  row: JudgementModel,
  warnings: readonly Pick<Warning, "code" | "detail">[],
): JudgementAnswer {
  const { outcome, reason, findings } = readStored(row);
  const { policy, reference } = row.question as unknown as JudgementQuestion;
  const { rules } = row.inputs as { rules?: string };
  return {
    id: row.id,
    outcome,
    reason,
    isOwn: row.isOwn,
    against: againstOf(reference),
    policy: { ...JUDGING_POLICY, ...policy },
    rulesVersion: Number(rules ?? RULES_VERSION),
    decidedAt: row.decidedAt.toISOString(),
    first: { outcome: row.firstOutcome as JudgementAnswer["outcome"], at: row.firstAt.toISOString() },
    changed:
      row.changedAt === null
        ? null
        : {
            at: row.changedAt.toISOString(),
            by: JUDGEMENT_INPUTS.filter((name) => row.changedBy.includes(name)),
          },
    findings: sayFindings(findings, warnings),
    next: toNext({ outcome, findings }),
  };
}

export function toPairJudgementAnswer({ outcome, findings }: PairJudgement): PairJudgementAnswer {
  return { outcome, findings: sayFindings(findings, []) };
}

/** What would settle it, with its sentence. */
export function toNext(judgement: Pick<Judgement, "outcome" | "findings">): JudgementAnswer["next"] {
  const next = nextStep(judgement);
  return next && { ...next, words: nextWords(next) };
}

function againstOf(reference: JudgementQuestion["reference"]): JudgementAnswer["against"] {
  if (reference === null) return "own";
  if ("commits" in reference) return "commit";
  const { baseline } = reference;
  return baseline === "pinned" || baseline === "last-good" ? baseline : "named";
}

/** Judgements from before these fields have none of them. */
const NEW_FIELDS = { doubt: null, runs: null, renamedTo: null };

/** The database checks the lists of words; the rest was written by `storeJudgement`. */
export function readStored(row: { outcome: string; reason: string | null; findings: unknown }): Judgement {
  return {
    outcome: row.outcome as Judgement["outcome"],
    reason: row.reason as Judgement["reason"],
    findings: (row.findings as Finding[]).map((one) => ({ ...NEW_FIELDS, ...one })),
  };
}

/** What pages show of the judgements of a run. */
export interface RunJudgements {
  /** Null: it isn't decided yet. */
  own: JudgementAnswer | null;
  /** What gates asked for, the latest first. */
  asked: JudgementAnswer[];
  /** New rules judge nothing again unless somebody asks for it. */
  byEarlierRules: boolean;
  /** Of its own: where the default branch is at another level than before, the change to name first at first. */
  changes: LevelChange[];
}

const MOST_ASKED = 5;

export async function readJudgements(tx: WorkspaceTx, run: RunModel): Promise<RunJudgements> {
  const rows = await tx.prisma.judgement.findMany({
    where: { runId: run.id },
    orderBy: [{ isOwn: "desc" }, { decidedAt: "desc" }],
    take: MOST_ASKED + 1,
  });
  const answers = rows.map((row) => toJudgementAnswer(row, storedWarnings(run.warnings)));
  const own = answers.find(({ isOwn }) => isOwn) ?? null;
  const version = Math.min(run.rulesVersion ?? 0, own?.rulesVersion ?? RULES_VERSION);
  return {
    own,
    asked: answers.filter(({ isOwn }) => !isOwn),
    changes: (rows.find(({ isOwn }) => isOwn)?.changes ?? []) as unknown as LevelChange[],
    byEarlierRules: run.status !== "receiving" && version < RULES_VERSION,
  };
}
