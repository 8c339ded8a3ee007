import "server-only";
import { findWorkspaceOf } from "@headroom/services";
import { services } from "../../server/services.ts";
import { askedPath, findSignedIn } from "../../server/session.ts";
import { thingOf } from "./thing-of.ts";

/** The workspace of what was asked for, if it is another one of this person's. */
export async function findElsewhere() {
  const signedIn = await findSignedIn();
  const path = await askedPath();
  const thing = thingOf(path);
  if (signedIn === null || thing === null) return null;
  const { session, ctx } = signedIn;
  const held = await findWorkspaceOf({ services: services(), session, input: { id: thing.id } });
  if (held === null || held.workspaceId === ctx.workspaceId) return null;
  return { ...held, kind: thing.kind, path };
}
