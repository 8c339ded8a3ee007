import type { Services } from "../context.ts";
import { isUuid } from "../uuid.ts";
import type { CheckedSession } from "./check.ts";

export interface HoldingWorkspace {
  workspaceId: string;
  name: string;
}

/**
 * The person's other workspace that contains a run, an experiment or a service; null if it doesn't exist, or
 * the person isn't a member.
 */
export async function findWorkspaceOf({
  services,
  session,
  input: { id },
}: {
  services: Services;
  session: CheckedSession;
  input: { id: string };
}): Promise<HoldingWorkspace | null> {
  if (!isUuid(id)) return null;
  return services.db.lookup.workspaceHolding(session.person.id, id);
}
