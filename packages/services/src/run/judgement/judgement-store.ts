import { createHash } from "node:crypto";
import { JUDGING_POLICY, RULES_VERSION } from "@headroom/core";
import type { Judgement, JudgingPolicy, LevelChange, ReferenceEvidence, RunEvidence } from "@headroom/core";
import { JUDGEMENT_INPUTS } from "@headroom/contract";
import { holdQueuedAt, holdRunInExperiment } from "@headroom/db";
import type { JudgementModel, QueuedAt, WorkspaceTx } from "@headroom/db";
import type { Context } from "../../context.ts";
import type { JudgementQuestion } from "../record/judgement-answer.ts";

/** Everything that a judgement is decided from. Whatever isn't in here can't change one. */
export interface JudgementEvidence {
  run: RunEvidence;
  reference: ReferenceEvidence;
  referenceRunId: string | null;
  /** The other runs of the level. */
  referenceLevel: string[];
}

type InputDigests = Record<(typeof JUDGEMENT_INPUTS)[number], string>;

/** A digest of each input, so that a later answer can say what differed. */
function inputsOf({ policy }: JudgementQuestion, evidence: JudgementEvidence): InputDigests {
  const { targets, pool, trend, ...results } = evidence.run;
  const { reference, referenceRunId, referenceLevel } = evidence;
  const { pair, ...baseline } = reference.found ? reference : { ...reference, pair: null };
  return {
    results: digestOf(results),
    pool: digestOf(pool),
    targets: digestOf(targets),
    baseline: digestOf([referenceRunId, referenceLevel, baseline]),
    comparison: digestOf([pair, trend]),
    policy: digestOf(demandedBy(policy)),
    rules: String(RULES_VERSION),
  };
}

/** Judgements from before `afterStep` could be chosen demanded the same. */
function demandedBy({ afterStep, ...policy }: JudgingPolicy): object {
  return afterStep === JUDGING_POLICY.afterStep ? policy : { ...policy, afterStep };
}

function digestOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("base64url");
}

/** Without what the workspace has set: it isn't asked for. */
function questionDigest({ reference, policy }: JudgementQuestion): Uint8Array<ArrayBuffer> {
  const { targets, minChange, detect } = policy;
  const told = JSON.stringify([reference, targets, minChange, detect]);
  return new Uint8Array(createHash("sha256").update(told).digest());
}

function findJudgement(
  tx: WorkspaceTx,
  runId: string,
  question: JudgementQuestion,
): Promise<JudgementModel | null> {
  const where = { runId_questionDigest: { runId, questionDigest: questionDigest(question) } };
  return tx.prisma.judgement.findUnique({ where });
}

/** The run's own judgement; null if another one is asked for, or something has changed since it was decided. */
export async function findSettled(
  tx: WorkspaceTx,
  runId: string,
  question: JudgementQuestion,
): Promise<JudgementModel | null> {
  const found = await findJudgement(tx, runId, question);
  if (found === null || !found.isOwn) return null;
  const isOpen = await tx.prisma.runNotice.count({ where: { runId, outcome: null } });
  return isOpen === 0 ? found : null;
}

interface Decided {
  runId: string;
  question: JudgementQuestion;
  evidence: JudgementEvidence;
  judgement: Judgement;
  /** Where its experiment is at another level than before, the one to name first at first. */
  changes: readonly LevelChange[];
  /** Read before the evidence. */
  queuedAt: QueuedAt | null;
}

/**
 * Stores what was decided. The first answer stays beside a later one, which says what differed. Lists show the run's own
 * outcome, by its experiment's reference. Null: the run has changed since its evidence was read, and nothing is stored.
 */
export async function storeJudgement(
  tx: WorkspaceTx,
  ctx: Context,
  decided: Decided,
): Promise<JudgementModel | null> {
  const { runId, question, evidence, judgement, changes, queuedAt } = decided;
  await holdRunInExperiment(tx, runId);
  if (!(await holdQueuedAt(tx, runId, queuedAt))) return null;
  const inputs = inputsOf(question, evidence);
  const known = await findJudgement(tx, runId, question);
  const now = ctx.clock();
  const isOwn = question.reference === null && isDefault(question.policy);
  const { outcome, reason } = judgement;
  if (isOwn) await tx.prisma.run.updateMany({ where: { id: runId }, data: { outcome } });
  const answer = {
    question: asJson(question),
    referenceRunId: evidence.referenceRunId,
    referenceLevel: evidence.referenceLevel,
    outcome,
    reason,
    findings: [...judgement.findings] as object[],
    changes: [...changes] as object[],
    inputs: { ...inputs },
    decidedAt: now,
  };
  if (known === null) {
    const first = {
      id: ctx.newId(),
      workspaceId: ctx.workspaceId,
      runId,
      questionDigest: questionDigest(question),
      isOwn,
      firstOutcome: outcome,
      firstAt: now,
    };
    const { count } = await tx.prisma.judgement.createMany({
      data: [{ ...first, ...answer }],
      skipDuplicates: true,
    });
    // Of two that decide at the same time, the second one finds the first's.
    if (count === 0) return storeJudgement(tx, ctx, decided);
    return tx.prisma.judgement.findUniqueOrThrow({ where: { id: first.id } });
  }
  const changed = known.outcome === outcome ? {} : { changedAt: now, changedBy: changedBy(known, inputs) };
  return tx.prisma.judgement.update({ where: { id: known.id }, data: { ...answer, ...changed } });
}

function isDefault({ targets, minChange, detect }: JudgingPolicy): boolean {
  return targets && minChange === JUDGING_POLICY.minChange && detect === JUDGING_POLICY.detect;
}

/** Both are those of the whole pool, so they change with it. */
const FROM_POOL: ReadonlySet<string> = new Set(["targets", "comparison"]);

function changedBy(known: JudgementModel, now: InputDigests): string[] {
  // Judgements from before pools had none.
  const before = { pool: digestOf(null), ...(known.inputs as Partial<InputDigests>) };
  const changed = JUDGEMENT_INPUTS.filter((name) => before[name] !== now[name]);
  return changed.includes("pool") ? changed.filter((name) => !FROM_POOL.has(name)) : changed;
}

function asJson({ reference, policy }: JudgementQuestion): object {
  return { reference, policy: { ...policy } };
}
