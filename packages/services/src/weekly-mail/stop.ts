import { HeadroomError } from "@headroom/core";
import { countAttempt } from "../attempt/count.ts";
import { contextOf } from "../context.ts";
import type { Services } from "../context.ts";
import { stop } from "./set.ts";
import { readStop } from "./stop-link.ts";

/**
 * Stops a weekly mail by the link in it, without a session. Every link that was signed here gets the same answer, whether or
 * not there is such a person, workspace or mail.
 */
export async function stopWeeklyMail({
  services,
  input: { token, secret },
}: {
  services: Services;
  input: { token: string; secret: Uint8Array };
}): Promise<void> {
  const subscription = readStop(token, secret);
  if (subscription === null)
    throw new HeadroomError("not-found", "This link is invalid.", {
      hint: "Open the link in your latest weekly mail.",
    });
  const { workspaceId, personId } = subscription;
  await countAttempt(services, "weekly mail stop", `${workspaceId} ${personId}`);
  // Nothing depends on the role: it may be nobody's any more.
  const ctx = contextOf(services, workspaceId, { kind: "person", id: personId, role: "viewer" });
  await services.db.inWorkspace(workspaceId, (tx) => stop(tx, ctx, personId, { link: true }));
}
