import type { WorkspaceTx } from "../../workspace-tx.ts";
import { counts } from "../counts.ts";
import { placedAt } from "./listed-runs.ts";

/** What is noted of a run. Worse: than its baseline, though it can be chance. Busier: under much more load than that. */
export const NOTICE_OUTCOMES = ["regressed", "worse", "busier", "partial", "fine", "unknown"] as const;
export type NoticeOutcome = (typeof NOTICE_OUTCOMES)[number];

/** What channels were last told of a run. */
export const ANNOUNCED = ["regressed", "recovered"] as const;
type Announced = (typeof ANNOUNCED)[number];

/** Since when a run's outcome has to be found out, to the microsecond. Another moment: something has changed since. */
export type QueuedAt = string;

export interface RunNoticeRead {
  runId: string;
  serviceId: string;
  experimentId: string;
  number: number;
  publishedAt: Date;
  branch: string | null;
  environment: string | null;
  tool: string | null;
  startedAt: Date | null;
  endedAt: Date | null;
  warnings: { code: string }[];
  /** The baseline of its experiment. */
  pinnedId: string | null;
  /** Seconds since its last part arrived. */
  ageSeconds: number;
  queuedAt: QueuedAt;
  /** Parts that are published, whether a generator has named itself, and how many generators there are to be. */
  uploaded: number;
  isNamed: boolean;
  generators: number | null;
  finishedAt: Date | null;
  /** Channels hear nothing of it. */
  silent: boolean;
  /** What was found before it had to be found out again; null: it's the first time, or the results are others. */
  outcomeBefore: NoticeOutcome | null;
  announced: Announced | null;
  baselineRunId: string | null;
  regressions: unknown;
}

interface OpenedNotice {
  id: string;
  workspaceId: string;
  serviceId: string;
  /** Without a channel for one of these, the run counts as reported, so that one added later isn't told that it finished. */
  events: readonly string[];
  /** Channels hear nothing of it, unless a message was already due. */
  silent: boolean;
}

/** Whatever waits for a run doesn't wait for it to be found out again. */
const KNOWN = "coalesce(n.outcome, n.outcome_before)";
const KNOWN_BEFORE = "coalesce(run_notice.outcome, run_notice.outcome_before)";

/** A run's outcome has to be found out again. Returns whether channels hear nothing of it. */
export async function openRunNotice(
  tx: WorkspaceTx,
  { id, workspaceId, serviceId, events, silent: asked }: OpenedNotice,
): Promise<{ silent: boolean }> {
  const [{ silent } = { silent: asked }] = await tx.query<{ silent: boolean }>(
    `insert into run_notice (run_id, workspace_id, finished_at, silent)
     select $1::uuid, $2::uuid, case when $4 or not exists (
       select from channel where events && $3::text[] and (service_id is null or service_id = $5::uuid)
     ) then now() end, $4::boolean
     on conflict (run_id) do update set queued_at = now(), outcome = null, outcome_before = case when $4 then ${KNOWN_BEFORE} end,
       silent = $4 and (run_notice.silent or run_notice.outcome is not null)
     returning silent`,
    [id, workspaceId, events, asked, serviceId],
  );
  return { silent };
}

/** A run whose channels may have to be told something; null if it was deleted, isn't complete, or nothing is open. */
export async function readRunNotice(tx: WorkspaceTx, runId: string): Promise<RunNoticeRead | null> {
  const [found] = await tx.query<RunNoticeRead>(
    `select r.id as "runId", r.service_id as "serviceId", r.experiment_id as "experimentId", r.number,
       r.published_at as "publishedAt", r.branch, r.environment, r.tool, r.started_at as "startedAt", r.ended_at as "endedAt",
       r.warnings, e.baseline_run_id as "pinnedId", extract(epoch from now() - n.queued_at)::float8 as "ageSeconds", n.queued_at::text as "queuedAt",
       p.uploaded, coalesce(p.named, false) as "isNamed", e.generators, n.finished_at as "finishedAt",
       n.silent or r.set_aside_at is not null as silent, n.outcome_before as "outcomeBefore", n.announced, n.baseline_run_id as "baselineRunId", n.regressions
     from run_notice n join run r on r.id = n.run_id join experiment e on e.id = r.experiment_id
     cross join lateral (
       select count(*)::int as uploaded, bool_or(generator <> '') as named from part
       where run_id = r.id and kind = 'requests' and state = 'published'
     ) p
     where n.run_id = $1 and n.outcome is null and r.published_at is not null and r.status <> 'receiving'`,
    [runId],
  );
  return found ?? null;
}

/** Read it before whatever a run is judged from; null: nothing is noted of the run. */
export async function readQueuedAt(tx: WorkspaceTx, runId: string): Promise<QueuedAt | null> {
  const [found] = await tx.query<{ queuedAt: QueuedAt }>(
    'select queued_at::text as "queuedAt" from run_notice where run_id = $1',
    [runId],
  );
  return found?.queuedAt ?? null;
}

/**
 * Whether what a run was judged from is still what it is, which stays so until this transaction ends. In one that writes the
 * run, too, that is locked before.
 */
export async function holdQueuedAt(
  tx: WorkspaceTx,
  runId: string,
  queuedAt: QueuedAt | null,
): Promise<boolean> {
  const [found] = await tx.query<{ isSame: boolean | null }>(
    `select queued_at = $2::timestamptz as "isSame" from run_notice where run_id = $1 for no key update`,
    [runId, queuedAt],
  );
  return found === undefined ? queuedAt === null : found.isSame === true;
}

export interface EarlierNotice {
  runId: string;
  number: number;
  outcome: Extract<NoticeOutcome, "regressed" | "fine">;
  announced: Announced | null;
  baselineRunId: string | null;
  regressions: unknown;
}

type Line = Pick<
  RunNoticeRead,
  "runId" | "experimentId" | "branch" | "environment" | "tool" | "publishedAt" | "number"
>;

/** Runs of its experiment, branch, environment and tool. */
const OPEN_LINE = `from run_notice n join run r on r.id = n.run_id
  where r.experiment_id = $1 and r.branch is not distinct from $2::text and r.environment is not distinct from $3::text
    and r.tool is not distinct from $4::text and r.published_at is not null`;

/** Those that nobody set aside. */
const LINE = `${OPEN_LINE} and r.is_evidence`;

/** Runs of any branch that were made like it: a branch is compared with the default branch. */
const ALIKE = `from run_notice n join run r on r.id = n.run_id join experiment e on e.id = r.experiment_id
  where r.experiment_id = $1 and r.environment is not distinct from $3::text and r.tool is not distinct from $4::text
    and r.published_at is not null`;

/** Others are compared with it. */
const isCounting = (branch: string) =>
  `(e.counting_branches = '{}' or ${branch} is null or ${branch} = any (e.counting_branches))`;

/** Order of arrival: clocks of load generators may be wrong. */
const BEFORE_IT = "(r.published_at, r.number) < ($5::timestamptz, $6::int)";
const AFTER_IT = "(r.published_at, r.number) > ($5::timestamptz, $6::int)";

/** What a run is compared with is placed before it. If two runs arrived in another order, each would wait for the other. */
const placedBefore = (runId: string) =>
  `(${placedAt("r")}, r.number) < (select ${placedAt("o")}, o.number from run o where o.id = ${runId}::uuid)`;

const EARLIER = `${LINE} and ${BEFORE_IT}`;
const LATER = `${LINE} and ${AFTER_IT}`;

const placeOf = ({ experimentId, branch, environment, tool, publishedAt, number }: Line) => [
  experimentId,
  branch,
  environment,
  tool,
  publishedAt,
  number,
];

/** The latest of them of which it is known whether it regressed. */
export async function readEarlierNotice(tx: WorkspaceTx, line: Line): Promise<EarlierNotice | null> {
  const [found] = await tx.query<EarlierNotice>(
    `select n.run_id as "runId", r.number, ${KNOWN} as outcome, n.announced, n.baseline_run_id as "baselineRunId",
       n.regressions ${EARLIER} and ${KNOWN} in ('regressed', 'fine')
     order by r.published_at desc, r.number desc limit 1`,
    placeOf(line),
  );
  return found ?? null;
}

interface Waiting {
  /** By then nobody finds out any more. */
  withinSeconds: number;
  /** Results older than this when they arrived are an archive's. */
  newsSeconds: number;
}

/**
 * Whether one of them is still being compared: what it turns out to be decides what this one is. Not one of an archive, and
 * not one that has to be found out again: a build doesn't wait for these.
 */
export async function hasOpenNews(
  tx: WorkspaceTx,
  line: Line,
  { withinSeconds, newsSeconds }: Waiting,
): Promise<boolean> {
  const found = await tx.query(
    `select ${EARLIER} and n.outcome is null and n.queued_at > now() - make_interval(secs => $7) and not n.silent
       and coalesce(r.published_at - r.ended_at <= make_interval(secs => $8), true) and ${placedBefore("$9")} limit 1`,
    [...placeOf(line), withinSeconds, newsSeconds, line.runId],
  );
  return found.length > 0;
}

/** Whether any earlier run that it may be compared with is still being compared, or again. */
export async function hasOpenNotice(
  tx: WorkspaceTx,
  line: Line,
  { withinSeconds }: Pick<Waiting, "withinSeconds">,
): Promise<boolean> {
  const found = await tx.query(
    `select ${ALIKE} and ${BEFORE_IT} and n.outcome is null and n.queued_at > now() - make_interval(secs => $7)
       and (r.branch is not distinct from $2::text or ${isCounting("r.branch")}) and ${placedBefore("$8")} limit 1`,
    [...placeOf(line), withinSeconds, line.runId],
  );
  return found.length > 0;
}

/** Whether a run that arrived after it is decided. What this one shows is no longer news then. */
export async function hasLaterNotice(tx: WorkspaceTx, line: Line): Promise<boolean> {
  const found = await tx.query(
    `select ${LATER} and ${KNOWN} in ('regressed', 'fine') limit 1`,
    placeOf(line),
  );
  return found.length > 0;
}

/** Whether the change of a run was accepted between this one and an earlier baseline, on its branch or on one that counts. */
export async function hasAcceptedSince(tx: WorkspaceTx, line: Line, baselineId: string): Promise<boolean> {
  const found = await tx.query(
    `select from run r join experiment e on e.id = r.experiment_id join run b on b.id = $7
     where r.experiment_id = $1 and (r.branch is not distinct from $2::text or ${counts("r", "e")})
       and r.environment is not distinct from $3::text and r.tool is not distinct from $4::text
       and r.accepted_at is not null and r.is_evidence
       and (r.published_at, r.number) < ($5::timestamptz, $6::int) and (r.published_at, r.number) > (b.published_at, b.number)
     limit 1`,
    [...placeOf(line), baselineId],
  );
  return found.length > 0;
}

export interface OpenNotice {
  id: string;
  endedAt: Date | null;
  publishedAt: Date;
  silent: boolean;
}

const OPEN = `r.id, r.ended_at as "endedAt", r.published_at as "publishedAt"`;

/** Has to be found out again, and channels hear nothing of it. */
const REOPEN = `update set queued_at = now(), outcome = null, outcome_before = ${KNOWN_BEFORE},
         silent = run_notice.silent or run_notice.outcome is not null`;

interface LatestRuns {
  experimentId: string;
  limit: number;
  /** Of one commit. */
  commit?: string | null;
  /** Of those, only the ones that a step of the trend counts against. */
  onlyAfterStep?: boolean;
}

/** A step that is only noted decides nothing. */
const AFTER_STEP = `exists (
  select from judgement j where j.run_id = l.id and j.is_own and (
    j.findings @> '[{"kind": "trend", "effect": "unsure"}]' or j.findings @> '[{"kind": "trend", "effect": "fail"}]'))`;

/** The latest complete runs of an experiment have to be compared again. */
export function reopenRunNotices(
  tx: WorkspaceTx,
  { experimentId, limit, commit = null, onlyAfterStep = false }: LatestRuns,
): Promise<OpenNotice[]> {
  return tx.query<OpenNotice>(
    `with l as (
       select * from run where experiment_id = $1 and published_at is not null and status <> 'receiving'
         and ($3::text is null or commit_sha = $3)
       order by published_at desc, number desc limit $2
     ), r as (
       select * from l where not $4::boolean or ${AFTER_STEP}
     ), opened as (
       insert into run_notice (run_id, workspace_id, finished_at, silent) select id, workspace_id, now(), true from r
       on conflict (run_id) do ${REOPEN}
       returning run_id, silent
     )
     select ${OPEN}, o.silent from r join opened o on o.run_id = r.id order by r.published_at desc, r.number desc`,
    [experimentId, limit, commit, onlyAfterStep],
  );
}

/**
 * Runs that arrived later and were decided before it, the latest first, have to be compared again: those of its branch, and of
 * all branches if it is of one that others are compared with.
 */
export function reopenLaterNotices(tx: WorkspaceTx, line: Line, limit: number): Promise<OpenNotice[]> {
  return tx.query<OpenNotice>(
    `with r as (
       select r.* ${ALIKE} and ${AFTER_IT} and n.outcome is not null and r.status <> 'receiving'
         and (r.branch is not distinct from $2::text or ${isCounting("$2::text")})
       order by r.published_at desc, r.number desc limit $7
     ), opened as (
       insert into run_notice (run_id, workspace_id) select id, workspace_id from r
       on conflict (run_id) do ${REOPEN}
       returning run_id, silent
     )
     select ${OPEN}, o.silent from r join opened o on o.run_id = r.id order by r.published_at desc, r.number desc`,
    [...placeOf(line), limit],
  );
}

/** Which of these runs aren't decided yet. */
export function readOpenNotices(tx: WorkspaceTx, runIds: readonly string[]): Promise<OpenNotice[]> {
  return tx.query<OpenNotice>(
    `select ${OPEN}, n.silent from run_notice n join run r on r.id = n.run_id
     where n.run_id = any($1::uuid[]) and n.outcome is null and r.published_at is not null`,
    [runIds],
  );
}

/** The next runs that aren't decided, of its branch and of others: the first of each to arrive after it. */
export function readNextOpenNotices(tx: WorkspaceTx, line: Line): Promise<OpenNotice[]> {
  return tx.query<OpenNotice>(
    `select distinct on (r.branch is not distinct from $2::text) ${OPEN}, n.silent
     ${ALIKE} and ${AFTER_IT} and n.outcome is null
     order by r.branch is not distinct from $2::text, r.published_at, r.number`,
    placeOf(line),
  );
}
