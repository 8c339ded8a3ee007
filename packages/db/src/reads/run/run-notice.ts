import type { WorkspaceTx } from "../../workspace-tx.ts";

/** What is noted of a run. Worse: than its baseline, though it can be chance. Busier: under much more load than that. */
export const RUN_OUTCOMES = ["regressed", "worse", "busier", "fine", "unknown"] as const;
export type RunOutcome = (typeof RUN_OUTCOMES)[number];

/** What channels were last told of a run. */
export const ANNOUNCED = ["regressed", "recovered"] as const;
type Announced = (typeof ANNOUNCED)[number];

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
  /** Parts that are published, whether a generator has named itself, and how many generators there are to be. */
  uploaded: number;
  isNamed: boolean;
  generators: number | null;
  finishedAt: Date | null;
  /** Channels hear nothing of it. */
  silent: boolean;
  announced: Announced | null;
  baselineRunId: string | null;
  regressions: unknown;
}

interface OpenedNotice {
  id: string;
  workspaceId: string;
  /** Without a channel, the run counts as reported, so that one added later isn't told that it finished. */
  isTold: boolean;
  /** Channels hear nothing of it, unless a message was already due. */
  silent: boolean;
}

/** A run's outcome has to be found out again. */
export async function openRunNotice(
  tx: WorkspaceTx,
  { id, workspaceId, isTold, silent }: OpenedNotice,
): Promise<void> {
  await tx.query(
    `insert into run_notice (run_id, workspace_id, finished_at, silent) values ($1, $2, case when not $3 or $4 then now() end, $4)
     on conflict (run_id) do update set queued_at = now(), outcome = null,
       silent = $4 and (run_notice.silent or run_notice.outcome is not null)`,
    [id, workspaceId, isTold, silent],
  );
}

/** A run whose channels may have to be told something; null if it was deleted, isn't complete, or nothing is open. */
export async function readRunNotice(tx: WorkspaceTx, runId: string): Promise<RunNoticeRead | null> {
  const [found] = await tx.query<RunNoticeRead>(
    `select r.id as "runId", r.service_id as "serviceId", r.experiment_id as "experimentId", r.number,
       r.published_at as "publishedAt", r.branch, r.environment, r.tool, r.started_at as "startedAt", r.ended_at as "endedAt",
       r.warnings, e.baseline_run_id as "pinnedId", extract(epoch from now() - n.queued_at)::float8 as "ageSeconds",
       p.uploaded, coalesce(p.named, false) as "isNamed", e.generators, n.finished_at as "finishedAt", n.silent, n.announced,
       n.baseline_run_id as "baselineRunId", n.regressions
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

export interface EarlierNotice {
  runId: string;
  number: number;
  outcome: Extract<RunOutcome, "regressed" | "fine">;
  announced: Announced | null;
  baselineRunId: string | null;
  regressions: unknown;
}

type Line = Pick<
  RunNoticeRead,
  "runId" | "experimentId" | "branch" | "environment" | "tool" | "publishedAt" | "number"
>;

/** Runs of its experiment, branch, environment and tool. */
const LINE = `from run_notice n join run r on r.id = n.run_id
  where r.experiment_id = $1 and r.branch is not distinct from $2::text and r.environment is not distinct from $3::text
    and r.tool is not distinct from $4::text and r.published_at is not null`;

/** Those of them that arrived before it: clocks of load generators may be wrong. */
const EARLIER = `${LINE} and (r.published_at, r.number) < ($5::timestamptz, $6::int)`;

const LATER = `${LINE} and (r.published_at, r.number) > ($5::timestamptz, $6::int)`;

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
    `select n.run_id as "runId", r.number, n.outcome, n.announced, n.baseline_run_id as "baselineRunId",
       n.regressions ${EARLIER} and n.outcome in ('regressed', 'fine')
     order by r.published_at desc, r.number desc limit 1`,
    placeOf(line),
  );
  return found ?? null;
}

/** Whether one of them is still being compared: what it turns out to be decides what this one is. */
export async function hasOpenNotice(tx: WorkspaceTx, line: Line, withinSeconds: number): Promise<boolean> {
  const found = await tx.query(
    `select ${EARLIER} and n.outcome is null and n.queued_at > now() - make_interval(secs => $7) limit 1`,
    [...placeOf(line), withinSeconds],
  );
  return found.length > 0;
}

/** Whether a run that arrived after it is decided. What this one shows is no longer news then. */
export async function hasLaterNotice(tx: WorkspaceTx, line: Line): Promise<boolean> {
  const found = await tx.query(
    `select ${LATER} and n.outcome in ('regressed', 'fine') limit 1`,
    placeOf(line),
  );
  return found.length > 0;
}

export interface OpenNotice {
  id: string;
  endedAt: Date | null;
  publishedAt: Date;
}

const OPEN = `r.id, r.ended_at as "endedAt", r.published_at as "publishedAt"`;

/** Which of these runs aren't decided yet. */
export function readOpenNotices(tx: WorkspaceTx, runIds: readonly string[]): Promise<OpenNotice[]> {
  return tx.query<OpenNotice>(
    `select ${OPEN} from run_notice n join run r on r.id = n.run_id
     where n.run_id = any($1::uuid[]) and n.outcome is null and r.published_at is not null`,
    [runIds],
  );
}

/** The next run of its line that isn't decided: the first to arrive after it. */
export async function readNextOpenNotice(tx: WorkspaceTx, line: Line): Promise<OpenNotice | null> {
  const [found] = await tx.query<OpenNotice>(
    `select ${OPEN}
     ${LATER} and n.outcome is null
     order by r.published_at, r.number limit 1`,
    placeOf(line),
  );
  return found ?? null;
}

/** How many of them were worse than this baseline, though each of them may be chance, or under more load. */
export async function countWorseRuns(tx: WorkspaceTx, line: Line, baselineId: string): Promise<number> {
  const [found] = await tx.query<{ runs: number }>(
    `select count(*)::int as runs ${EARLIER} and n.outcome in ('worse', 'busier') and n.baseline_run_id = $7`,
    [...placeOf(line), baselineId],
  );
  return found?.runs ?? 0;
}
