import { findWorkspacesWithQuota } from "@headroom/db";
import type { Services } from "../context.ts";
import { systemContext } from "../workspace/ensure.ts";
import { getQuotaUse } from "./use.ts";
import type { QuotaUse } from "./use.ts";

/** What the workspaces with a quota use of it. For commands of the server's operator. */
export async function listQuotas({ services }: { services: Services }): Promise<QuotaUse[]> {
  const ids = await services.db.asJobs(findWorkspacesWithQuota);
  const uses: QuotaUse[] = [];
  for (const id of ids) uses.push(await getQuotaUse({ ctx: systemContext(services, id) }));
  return uses.toSorted((a, b) => a.slug.localeCompare(b.slug, "en"));
}
