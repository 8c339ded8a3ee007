import { z } from "zod";
import type { Services } from "../context.ts";
import { parseInput } from "../parse-input.ts";
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

const wanted = z.strictObject({ tags: z.array(z.string().max(200)).max(20), except: z.string() });

/** People are in a few workspaces; in more, nobody waits for the search. */
const MOST = 10;

/** The first of the person's other workspaces that has an experiment with one of these tags; null: none has. */
export async function findTaggedWorkspace({
  services,
  session: { memberships },
  input,
}: {
  services: Services;
  session: CheckedSession;
  input: z.input<typeof wanted>;
}): Promise<HoldingWorkspace | null> {
  const { tags, except } = parseInput(wanted, input);
  for (const { workspaceId, name } of memberships
    .filter((one) => one.workspaceId !== except)
    .slice(0, MOST)) {
    const found = await services.db.inWorkspace(workspaceId, (tx) =>
      tx.prisma.experiment.findFirst({
        where: { provisional: false, deletedAt: null, tags: { hasSome: tags } },
        select: { id: true },
      }),
    );
    if (found !== null) return { workspaceId, name };
  }
  return null;
}
