import { isHeadroomError } from "@headroom/core";
import { switchWorkspace } from "@headroom/services";
import { env } from "../../../server/env.ts";
import { isOwnOrigin } from "../../../server/origin.ts";
import { ownPath } from "../../../server/own-path.ts";
import { services } from "../../../server/services.ts";
import { findSession } from "../../../server/session.ts";

/** Switches the session to another of the person's workspaces, then goes to `next`. */
export async function POST(request: Request): Promise<Response> {
  if (!isOwnOrigin(request.headers, env().HEADROOM_WEB_URL))
    return new Response("This request must come from a page of this site.", { status: 403 });
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

/** A path instead of a URL, so that the browser stays on the host name that it used. */
function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
}
