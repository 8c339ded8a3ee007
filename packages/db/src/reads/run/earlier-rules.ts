import type { WorkspaceTx } from "../../workspace-tx.ts";

interface Asked {
  /** Null: of all experiments. */
  experimentId: string | null;
  /** Null: of all services. */
  serviceId: string | null;
  /** The present version. */
  rulesVersion: number;
}

/** Complete runs whose targets or whose outcome were judged by an earlier version of the rules. */
const BY_EARLIER = `from run r left join judgement j on j.run_id = r.id and j.is_own
  where ($1::uuid is null or r.experiment_id = $1) and ($2::uuid is null or r.service_id = $2)
    and r.published_at is not null and r.status <> 'receiving'
    and (coalesce(r.rules_version, 0) < $3 or (j.inputs ->> 'rules')::int < $3)`;

const parametersOf = ({ experimentId, serviceId, rulesVersion }: Asked) => [
  experimentId,
  serviceId,
  rulesVersion,
];

/** The number of runs judged by earlier rules, by experiment. Experiments without one are left out. */
export function countRunsByEarlierRules(
  tx: WorkspaceTx,
  asked: Asked,
): Promise<{ experimentId: string; runs: number }[]> {
  return tx.query<{ experimentId: string; runs: number }>(
    `select r.experiment_id as "experimentId", count(*)::int as runs ${BY_EARLIER} group by r.experiment_id`,
    parametersOf(asked),
  );
}

/** The next one of an experiment. */
export async function readRunByEarlierRules(
  tx: WorkspaceTx,
  { after, ...asked }: Omit<Asked, "serviceId"> & { after: string | null },
): Promise<string | null> {
  const [found] = await tx.query<{ id: string }>(
    `select r.id ${BY_EARLIER} and ($4::uuid is null or r.id > $4) order by r.id limit 1`,
    [...parametersOf({ ...asked, serviceId: null }), after],
  );
  return found?.id ?? null;
}
