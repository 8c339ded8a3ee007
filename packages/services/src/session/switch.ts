import { z } from "zod";
import { HeadroomError } from "@headroom/core";
import type { Services } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { isUuid } from "../uuid.ts";
import type { CheckedSession } from "./check.ts";

const wanted = z.strictObject({ workspaceId: z.string() });

/** From now on this session works in that workspace. Where the person is no member, there is none. */
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
