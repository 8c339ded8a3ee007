import type { Finding, NotJudgedReason, RunOutcome } from "@headroom/core";
import type { WorkspaceTx } from "../../workspace-tx.ts";
import { otherBranch } from "../counts.ts";
import { columnsOf, jsonObject } from "../typed-sql.ts";
import { LISTED } from "./catalog-filter.ts";

/** A run of a build, and what a gate that asks for it reports. */
export interface GateRun {
  id: string;
  number: number;
  branch: string | null;
  commit: string | null;
  publishedAt: Date;
  ranAt: Date;
  experiment: { id: string; name: string };
  service: { slug: string; name: string };
  /** Null: it isn't judged yet. */
  judgement: {
    outcome: RunOutcome;
    reason: NotJudgedReason | null;
    findings: Finding[];
    /** A gate asked with options of its own; otherwise it is the run's own judgement, which gates without options get. */
    isAsked: boolean;
    /** What it was compared with; null: nothing. `runs`: of a level. */
    reference: { id: string; number: number; runs: number } | null;
  } | null;
  warnings: { code: string; detail: string }[];
}

const COLUMNS = columnsOf<GateRun>({
  id: "r.id",
  number: "r.number",
  branch: "r.branch",
  commit: "r.commit_sha",
  publishedAt: "r.published_at",
  ranAt: "r.ran_at",
  experiment: jsonObject<GateRun["experiment"]>({ id: "e.id", name: "e.name" }),
  service: jsonObject<GateRun["service"]>({ slug: "s.slug", name: "s.name" }),
  judgement: `case when j.id is not null then ${jsonObject<NonNullable<GateRun["judgement"]>>({
    outcome: "j.outcome",
    reason: "j.reason",
    findings: "j.findings",
    isAsked: "not j.is_own",
    reference: `(
      select ${jsonObject<NonNullable<NonNullable<GateRun["judgement"]>["reference"]>>({
        id: "b.id",
        number: "b.number",
        runs: "greatest(1, cardinality(j.reference_level))",
      })} from run b where b.id = j.reference_run_id and b.experiment_id = e.id
    )`,
  })} end`,
  warnings: "r.warnings",
});

/** Older ones are on the page of their experiment. */
const NEWEST = 400;

/** One look-up for each of these runs: the planner would rather compare them with every experiment of the workspace. */
const FOUND = `
  from (
    select * from run
    where published_at is not null and status <> 'receiving' and ($1::uuid is null or service_id = $1)
    order by published_at desc, id limit ${NEWEST}
  ) r
  join lateral (select * from experiment where id = r.experiment_id limit 1) e on true
  join lateral (select * from service where id = e.service_id limit 1) s on true
  left join lateral (
    select * from judgement where run_id = r.id order by is_own, decided_at desc limit 1
  ) j on true
  where ${LISTED} and r.published_at >= $3 and ($2::text is null or lower(e.owner) = lower($2))
    and (r.ci_url is not null or not j.is_own or ${otherBranch("r", "e")} is not null)`;

interface GateInput {
  serviceId: string | null;
  owner: string | null;
  since: Date;
  most: number;
}

/** The latest runs that CI linked, that a gate asked about, or that are of a branch that doesn't count. Of all of them, how many got which answer. */
export async function readGateRuns(
  tx: WorkspaceTx,
  { serviceId, owner, since, most }: GateInput,
): Promise<{ runs: GateRun[]; outcomes: { outcome: RunOutcome | null; count: number }[] }> {
  const of = [serviceId, owner, since];
  const runs = await tx.query<GateRun>(
    `select ${COLUMNS} ${FOUND} order by r.published_at desc, r.id limit $4`,
    [...of, most],
  );
  const outcomes = await tx.query<{ outcome: RunOutcome | null; count: number }>(
    `select j.outcome, count(*)::int as count ${FOUND} group by j.outcome`,
    of,
  );
  return { runs, outcomes };
}
