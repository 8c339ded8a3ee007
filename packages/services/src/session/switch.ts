import { z } from "zod";
import { HeadroomError } from "@headroom/core";
import type { Services } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { isUuid } from "../uuid.ts";
import type { CheckedSession } from "./check.ts";

const wanted = z.strictObject({ workspaceId: z.string() });

/** Switches the session to that workspace. To a person who isn't a member, it doesn't exist. */
export async function switchWorkspace({
  services,
  session,
  input,
}: {
  services: Services;
  session: CheckedSession;
  input: z.input<typeof wanted>;
}): Promise<void> {
  const { workspaceId } = parseInput(wanted, input);
  const there =
    isUuid(workspaceId) && (await services.db.lookup.switchSession(session.sessionId, workspaceId));
  if (!there) throw new HeadroomError("not-found", "Workspace not found.");
}
