import { readCatalogChoices, readMembers } from "@headroom/db";
import type { Context } from "../context.ts";
import { onlyServiceOf, requireScope } from "../scope.ts";

/** Values used before, as suggestions in the experiment form. Members are suggested as owners, too. */
export interface ExperimentSuggestions {
  services: string[];
  groups: string[];
  tags: string[];
  owners: string[];
}

export async function suggestForExperiment({ ctx }: { ctx: Context }): Promise<ExperimentSuggestions> {
  requireScope(ctx, "edit");
  const serviceId = onlyServiceOf(ctx.actor);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const { services, groups, tags, owners } = await readCatalogChoices(tx, { serviceId });
    const members = await readMembers(tx);
    const names = (choices: readonly { name: string }[]) => choices.map(({ name }) => name);
    return {
      services: names(services),
      groups: names(groups),
      tags: names(tags),
      owners: [...new Set([...members.map(({ name }) => name), ...names(owners)])],
    };
  });
}
