import { isHeadroomError } from "@headroom/core";
import { switchWorkspace } from "@headroom/services";
import { env } from "../../../server/env.ts";
import { isOwnOrigin } from "../../../server/origin.ts";
import { ownPath } from "../../../server/own-path.ts";
import { services } from "../../../server/services.ts";
import { findSession } from "../../../server/session.ts";

/** From here on the session works in another of the person's workspaces, and goes on to `next`. */
export async function POST(request: Request): Promise<Response> {
  if (!isOwnOrigin(request.headers, env().HEADROOM_WEB_URL))
    return new Response("Only our own pages switch.", { status: 403 });
  const session = await findSession();
  if (session === null) return seeOther("/sign-in");
  const form = await request.formData().catch(() => null);
  const workspaceId = form?.get("workspace");
  try {
    const input = { workspaceId: typeof workspaceId === "string" ? workspaceId : "" };
    await switchWorkspace({ services: services(), session, input });
  } catch (error) {
    if (!isHeadroomError(error, "not-found")) throw error;
    return seeOther("/");
  }
  return seeOther(ownPath(form?.get("next")));
}

/** A path and not an address: the browser stays on the name of the machine that it used. */
function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
}
