import type { WorkspaceTx } from "../../workspace-tx.ts";
import { LISTED } from "./catalog-filter.ts";

export interface CatalogChoice {
  value: string;
  name: string;
  experiments: number;
}

/** What the catalog can be filtered by, most used first. */
export interface CatalogChoices {
  services: CatalogChoice[];
  groups: CatalogChoice[];
  tags: CatalogChoice[];
  environments: CatalogChoice[];
  owners: CatalogChoice[];
}

const MAX_CHOICES = 200;

export async function readCatalogChoices(
  tx: WorkspaceTx,
  { serviceId }: { serviceId: string | null },
): Promise<CatalogChoices> {
  const distinct = (value: string, name = value, from = "") =>
    tx.query<CatalogChoice>(
      `select ${value} as value, min(${name}) as name, count(*)::int as experiments
       from experiment e join service s on s.id = e.service_id ${from}
       where ${LISTED} and ($1::uuid is null or e.service_id = $1) and ${value} is not null
       group by 1 order by 3 desc, 2, 1 limit ${MAX_CHOICES}`,
      [serviceId],
    );
  return {
    services: await distinct("s.slug", "s.name"),
    groups: await distinct("e.group_name"),
    tags: await distinct("tag.name", "tag.name", "cross join unnest(e.tags) tag (name)"),
    environments: await distinct("e.latest_environment"),
    owners: await distinct("e.owner"),
  };
}
