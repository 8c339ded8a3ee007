import type { Services } from "../context.ts";
import { isUuid } from "../uuid.ts";
import type { CheckedSession } from "./check.ts";

export interface HoldingWorkspace {
  workspaceId: string;
  name: string;
}

/**
 * The other workspace of this person that a run, an experiment or a service lies in; null for whatever is nowhere, or
 * where the person is no member.
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
