import { CLOCK_DAYS } from "@headroom/core";
import type { RunOutcome, RunStatus, Verdict } from "@headroom/core";
import type { Parameter, WorkspaceTx } from "../../workspace-tx.ts";
import { LISTED } from "../catalog/catalog-filter.ts";
import { setAsideOf } from "../counts.ts";
import type { SetAside } from "../counts.ts";

export interface ListedRunRead {
  id: string;
  number: number;
  status: RunStatus;
  tool: string | null;
  verdict: Verdict | null;
  outcome: RunOutcome | null;
  startedAt: Date | null;
  endedAt: Date | null;
  publishedAt: Date;
  /** Its place among the runs that it is compared with: when it started, or if that can't be, when it arrived. */
  placedAt: Date;
  commit: string | null;
  branch: string | null;
  environment: string | null;
  isBaseline: boolean;
  serviceSlug: string;
  serviceName: string;
  experimentSlug: string;
  experimentName: string;
  durationSeconds: number | null;
  errorRate: number | null;
  /** Stretches in which no request succeeded; null: unknown. */
  holes: { from: string; to: string }[] | null;
  warnings: { code: string }[];
  /** What the comparison with its baseline found: with the experiment's when it was judged, or with the last good run since. */
  compared: string | null;
  /** Not only the whole run regressed. */
  hasLabelRegressed: boolean;
  /** It arrived a moment ago, and isn't compared with its baseline yet. */
  isUndecided: boolean;
  setAside: SetAside | null;
  /** A member accepted what changed in it. */
  isAccepted: boolean;
}

/** By then a comparison is computed, or it takes so long that nobody should wait for it. */
const DECIDED_SECONDS = 240;
/** By then nobody finds out any more. */
const GIVEN_UP_DAYS = 1;

export interface ListedRunsInput {
  /** Null: of every service. */
  serviceId: string | null;
  serviceSlug?: string;
  experimentSlug?: string;
  experimentId?: string;
  id?: string;
  ids?: readonly string[];
  /** Any of these; null among them: runs without a branch. */
  branches?: readonly (string | null)[];
  /** Any of these, each in full or abbreviated to at least seven characters. */
  commits?: readonly string[];
  environment?: string | null;
  tool?: string | null;
  /** Only complete runs, without those of which a writer is still open. */
  onlyComplete?: boolean;
  /** Only runs whose change was accepted. */
  onlyAccepted?: boolean;
  /** Only runs that arrived before this one, as pages of a list go. */
  before?: { publishedAt: Date; number: number; id: string };
  /** Only runs placed before this one, the last of them first. */
  placedBefore?: { id: string };
  limit: number;
}

const PLACED_AT = placedAt("r");

/** When it began; when it arrived, if it says that it began later, or longer ago than a run that isn't of an archive does. */
export function placedAt(run: string): string {
  return `case when ${run}.started_at <= ${run}.published_at
    and (${run}.is_archive or ${run}.started_at >= ${run}.published_at - interval '${CLOCK_DAYS} days')
    then ${run}.started_at else ${run}.published_at end`;
}

/** Published runs, the latest published first. */
export function readListedRuns(tx: WorkspaceTx, input: ListedRunsInput): Promise<ListedRunRead[]> {
  const { where, parameters } = conditionsOf(input);
  return tx.query<ListedRunRead>(
    `select r.id, r.number, r.status, r.tool, r.verdict, r.outcome, r.started_at as "startedAt", r.ended_at as "endedAt",
       r.published_at as "publishedAt", ${PLACED_AT} as "placedAt",
       r.commit_sha as commit, r.branch, r.environment, coalesce(e.baseline_run_id = r.id, false) as "isBaseline",
       s.slug as "serviceSlug", s.name as "serviceName", e.slug as "experimentSlug", e.name as "experimentName",
       (r.summary ->> 'durationSeconds')::double precision as "durationSeconds",
       (r.summary ->> 'errorRate')::double precision as "errorRate",
       r.phase -> 'holes' as holes, r.warnings, 
       case when known.outcome in ('regressed', 'worse', 'busier', 'partial') then known.outcome
         when known.outcome is null and n.queued_at > now() - make_interval(days => ${GIVEN_UP_DAYS})
           and n.queued_at <= now() - make_interval(secs => ${DECIDED_SECONDS}) then 'undecided'
         else r.comparison -> 'verdict' ->> 'verdict' end as compared,
       coalesce(known.outcome is null and n.queued_at > now() - make_interval(secs => ${DECIDED_SECONDS}), false) as "isUndecided",
       coalesce(n.regressions @? '$[*] ? (@.label != null)', false) as "hasLabelRegressed",
       ${setAsideOf("r")} as "setAside", r.accepted_at is not null as "isAccepted"
     from run r join experiment e on e.id = r.experiment_id join service s on s.id = r.service_id
       left join run_notice n on n.run_id = r.id
       cross join lateral (select coalesce(n.outcome, n.outcome_before) as outcome) known
     where ${where} order by ${input.placedBefore === undefined ? "r.published_at" : PLACED_AT} desc, r.number desc, r.id desc limit $${parameters.push(input.limit)}`,
    parameters,
  );
}

function conditionsOf(input: ListedRunsInput): { where: string; parameters: Parameter[] } {
  const conditions = ["r.published_at is not null", LISTED];
  const parameters: Parameter[] = [];
  const given = (value: Parameter) => `$${parameters.push(value)}`;
  const equal = (column: string, value: string | null | undefined, type = "text") => {
    if (value !== undefined) conditions.push(`${column} is not distinct from ${given(value)}::${type}`);
  };
  if (input.serviceId !== null) equal("r.service_id", input.serviceId, "uuid");
  equal("s.slug", input.serviceSlug);
  equal("e.slug", input.experimentSlug);
  equal("r.experiment_id", input.experimentId, "uuid");
  equal("r.id", input.id, "uuid");
  if (input.ids !== undefined) conditions.push(`r.id = any(${given([...input.ids])}::uuid[])`);
  equal("r.environment", input.environment);
  equal("r.tool", input.tool);
  if (input.onlyComplete === true) conditions.push("r.status <> 'receiving'");
  if (input.onlyAccepted === true) conditions.push("r.accepted_at is not null and r.is_evidence");
  const { branches, commits, before, placedBefore } = input;
  if (branches !== undefined) {
    const named = branches.filter((branch) => branch !== null);
    const none = branches.includes(null) ? "r.branch is null" : "false";
    conditions.push(`(${none} or r.branch = any(${given(named)}::text[]))`);
  }
  if (commits !== undefined)
    conditions.push(
      `exists (select from unnest(${given([...commits])}::text[]) as c(sha) where r.commit_sha = c.sha
         or (length(c.sha) >= 7 and starts_with(r.commit_sha, c.sha))
         or (length(r.commit_sha) >= 7 and starts_with(c.sha, r.commit_sha)))`,
    );
  if (before !== undefined) {
    const { publishedAt, number, id } = before;
    conditions.push(
      `(r.published_at, r.number, r.id) < (${given(publishedAt)}::timestamptz, ${given(number)}::int, ${given(id)}::uuid)`,
    );
  }
  if (placedBefore !== undefined)
    conditions.push(
      `(${PLACED_AT}, r.number, r.id) < (select ${placedAt("o")}, o.number, o.id from run o
         where o.id = ${given(placedBefore.id)}::uuid)`,
    );
  return { where: conditions.join(" and "), parameters };
}
