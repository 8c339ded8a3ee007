import type { EvidenceRun, ReadinessReport } from "@headroom/contract";
import {
  CAPACITY_HOLD_SECONDS,
  dayAnswer,
  READINESS_RULES,
  readinessSentence,
  risksBehind,
  turnsGreen,
  turnsRed,
} from "@headroom/core";
import type { ReadinessRuleCode, Representative } from "@headroom/core";
import { readJudgedRuns, readRehearsals, readRunsBefore } from "@headroom/db";
import type { JudgedRunRead, ServiceDayModel, WorkspaceTx } from "@headroom/db";
import { answerRemoval } from "../accepted-risk/removed.ts";
import { answerProduction } from "../capacity/production-proof.ts";
import type { PeakExperiment } from "../capacity/service-capacity.ts";
import type { Context } from "../context.ts";
import { briefGamedays } from "../gameday/list.ts";
import { timesOf } from "../peak-day/answer-peak-day.ts";
import { readStored } from "../peak-day/frozen-day.ts";
import { requireServiceDay } from "../peak-day/require-peak-day.ts";
import { requireScope } from "../scope.ts";
import type { TrafficRetention } from "../traffic/roll-up.ts";
import { answerActions, isOpen } from "./actions.ts";
import { answerProofs } from "./answer-proofs.ts";
import { readExpectedPeak } from "./expected-peak.ts";
import { readForecast } from "./forecast.ts";
import { readReconciled } from "./reconciled-day.ts";
import { openMisses, readRisks } from "./report-risks.ts";
import { storedReport } from "./stored-report.ts";
import {
  answerExpected,
  capacityOf,
  readinessFor,
  readRepresentative,
  readServiceFacts,
} from "./service-facts.ts";
import type { ServiceFacts } from "./service-facts.ts";

const REHEARSALS = 20;

/** Whether a service is ready for a peak day, why, and the evidence. */
export async function getReadiness({
  ctx,
  keepDays,
  input: { id, withForecast = true },
}: {
  ctx: Context;
  keepDays: TrafficRetention;
  /** Without the forecast it is read faster. */
  input: { id: string; withForecast?: boolean };
}): Promise<ReadinessReport> {
  requireScope(ctx, "read");
  const { day, facts, kept } = await ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const found = await requireServiceDay(tx, ctx, id);
    const own = await readKept(tx, found, { now: ctx.clock(), keepDays });
    const { serviceId } = found;
    return { day: found, kept: own, facts: await readServiceFacts(tx, ctx, { serviceId, peakDay: found }) };
  });
  if (kept !== null) return kept;
  const representative = await readRepresentative(ctx, facts, keepDays);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const report = await readReport(tx, facts, { ctx, day, representative, keepDays, withForecast });
    // It may have been recorded meanwhile, and then a part of it would be from before and a part from after.
    return (await readKept(tx, day, { now: ctx.clock(), keepDays })) ?? report;
  });
}

/** Once a day is over, its report stays what it was at the end, beside what the day showed. Null: it wasn't recorded. */
async function readKept(
  tx: WorkspaceTx,
  day: ServiceDayModel,
  { now, keepDays }: { now: Date; keepDays: TrafficRetention },
): Promise<ReadinessReport | null> {
  if (now < day.endsAt) return null;
  const frozen = await readStored(tx, day.id);
  if (frozen.proven?.report === undefined) return null;
  const report = storedReport(frozen.proven.report);
  const reconciled = await readReconciled(tx, { day, frozen, expected: report.expected, now, keepDays });
  return {
    ...report,
    sentence: dayAnswer(reconciled, timesOf(day)).sentence,
    peakDay: timesOf(day),
    now: now.toISOString(),
    phase: "after",
    judgedAt: frozen.proven.at.toISOString(),
    turnsGreen: [],
    turnsRed: [],
    forecast: null,
    reconciled,
    actions: await answerActions(tx, day.peakDayId),
    gamedays: await readGamedays(tx, day, now),
  };
}

interface ReportOf {
  ctx: Context;
  day: ServiceDayModel;
  representative: Representative | null;
  keepDays: TrafficRetention;
  withForecast: boolean;
}

async function readReport(
  tx: WorkspaceTx,
  facts: ServiceFacts,
  { ctx, day, representative, keepDays, withForecast }: ReportOf,
): Promise<ReadinessReport> {
  const { now, policy } = facts;
  const service = await tx.prisma.service.findUniqueOrThrow({
    where: { id: day.serviceId },
    select: { slug: true, name: true },
  });
  const expected = await readExpectedPeak(tx, day, { now, keepDays }, capacityOf(facts));
  const actions = await answerActions(tx, day.peakDayId);
  const open = actions.filter(isOpen).map(({ title, dueAt }) => {
    return { title, dueAt: dueAt === null ? null : new Date(dueAt) };
  });
  const { input, readiness } = readinessFor(facts, { day, expected, representative, actions: open });
  const { headroom, verdict, reasons } = readiness;
  const { capacity, required, times } = headroom;
  const forecast =
    withForecast && now < day.startsAt
      ? await readForecast(tx, { ctx, day, experiments: facts.read, expected, keepDays })
      : null;
  const isOver = now >= day.endsAt;
  const reconciled = isOver
    ? await readReconciled(tx, { day, frozen: await readStored(tx, day.id), expected, now, keepDays })
    : null;
  const verdictSentence = readinessSentence(readiness, input);
  return {
    peakDay: timesOf(day),
    service,
    now: now.toISOString(),
    phase: now < day.startsAt ? "before" : isOver ? "after" : "during",
    judgedAt: isOver ? null : now.toISOString(),
    verdict,
    sentence: isOver ? dayAnswer(reconciled, timesOf(day)).sentence : verdictSentence,
    verdictSentence,
    reasons,
    rules: RULES,
    policy,
    capacity: capacity.state === "unproven" ? null : capacity.throughput,
    expected: answerExpected(expected),
    required,
    times,
    representative,
    turnsGreen: isOver ? [] : turnsGreen(readiness),
    turnsRed: isOver
      ? []
      : turnsRed(readiness, input).map(({ words, at }) => ({ words, at: at?.toISOString() ?? null })),
    experiments: await readEvidence(tx, facts),
    production: answerProduction(facts.production, {
      proofDays: policy.proofDays,
      experiments: facts.experiments,
      timeZone: day.timeZone,
    }),
    risks: await readRisks(tx, facts),
    removed: facts.removals.map((one) => answerRemoval(one, now, day.timeZone)),
    forecast,
    reconciled,
    actions,
    gamedays: await readGamedays(tx, day, now),
    rehearsals: await readRehearsalLog(tx, facts.read),
  };
}

const CODES = Object.keys(READINESS_RULES) as ReadinessRuleCode[];
const RULES: ReadinessReport["rules"] = CODES.map((rule) => ({ rule, ...READINESS_RULES[rule] }));

async function readEvidence(tx: WorkspaceTx, facts: ServiceFacts): Promise<ReadinessReport["experiments"]> {
  const newestIds = facts.read.flatMap(({ newest }) => newest?.id ?? []);
  const previous = await readRunsBefore(tx, newestIds);
  const beforeIdOf = ({ experiment, newest }: PeakExperiment): string | null => {
    const { baselineRunId } = experiment;
    if (newest === null) return null;
    return baselineRunId !== null && baselineRunId !== newest.id
      ? baselineRunId
      : (previous.get(newest.id) ?? null);
  };
  const runIds = facts.read.flatMap((one) => beforeIdOf(one) ?? []);
  const runs = await readJudgedRuns(tx, { runIds, holdSeconds: CAPACITY_HOLD_SECONDS });
  const byId = new Map(runs.map((run) => [run.id, run]));
  const proofs = answerProofs(facts);
  return facts.read.flatMap((one, place) => {
    const proof = proofs[place];
    if (proof === undefined) return [];
    const { experiment, newest, risks } = one;
    const before = byId.get(beforeIdOf(one) ?? "");
    return [
      {
        ...proof,
        group: experiment.groupName,
        owner: experiment.owner,
        targets: experiment.targets,
        before: before === undefined ? null : evidenceOf(before),
        newest: newest === null ? null : evidenceOf(newest),
        openMisses: openMisses(one),
        missesAccepted: newest?.verdict === "missed" && risksBehind(newest.results, risks) !== null,
      },
    ];
  });
}

function evidenceOf(run: JudgedRunRead): EvidenceRun {
  const { id, number, ranAt, environment, commit, verdict, outcome, p99Ms, p99RangeMs } = run;
  const { completedThroughput: throughput, errorRate, grade, simulated } = run;
  return {
    id,
    number,
    ranAt: ranAt.toISOString(),
    environment,
    commit,
    verdict,
    outcome,
    throughput,
    p99Ms,
    p99RangeMs,
    errorRate,
    grade,
    simulated,
  };
}

async function readGamedays(
  tx: WorkspaceTx,
  { peakDayId, serviceId, endsAt }: ServiceDayModel,
  now: Date,
): Promise<ReadinessReport["gamedays"]> {
  const found = await tx.prisma.gameday.findMany({
    where: { serviceId, startsAt: { lt: endsAt }, OR: [{ peakDayId }, { peakDayId: null }] },
    orderBy: [{ startsAt: "desc" }, { id: "asc" }],
    take: REHEARSALS,
  });
  const brief = await briefGamedays(tx, found, now);
  return brief.map(({ gameday: _row, ...rest }) => rest);
}

async function readRehearsalLog(
  tx: WorkspaceTx,
  read: readonly PeakExperiment[],
): Promise<ReadinessReport["rehearsals"]> {
  const experiments = new Map(read.map(({ experiment: { id, name } }) => [id, { id, name }]));
  const runIds = await readRehearsals(tx, { experimentIds: [...experiments.keys()], limit: REHEARSALS });
  const runs = await readJudgedRuns(tx, { runIds, holdSeconds: CAPACITY_HOLD_SECONDS });
  return runs
    .toSorted((a, b) => runIds.indexOf(a.id) - runIds.indexOf(b.id))
    .flatMap((run) => {
      const experiment = experiments.get(run.experimentId);
      return experiment === undefined ? [] : [{ ...evidenceOf(run), experiment }];
    });
}
