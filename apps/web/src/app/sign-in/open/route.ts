import { isHeadroomError } from "@headroom/core";
import { openSessionByLink } from "@headroom/services";
import { env, trustedProxiesOf } from "../../../server/env.ts";
import { isLoopback, isOwnHost, isOwnOrigin } from "../../../server/origin.ts";
import { ownPath } from "../../../server/own-path.ts";
import { services } from "../../../server/services.ts";
import { sessionCookie } from "../../../server/session-cookie.ts";
import { visitorOf } from "../../../server/visitor.ts";

/**
 * A link is used up by the button of the sign-in page, so that previews in mail programs and chats don't use it up.
 * On the loopback nothing makes previews, so the page redirects here automatically.
 */
export async function GET(request: Request): Promise<Response> {
  const host = request.headers.get("host");
  if (!isLoopback(host) || !isOwnHost(host, env().HEADROOM_WEB_URL))
    return seeOther("/sign-in?problem=button");
  const { searchParams } = new URL(request.url);
  return open(request, searchParams.get("link"), searchParams.get("next"));
}

export async function POST(request: Request): Promise<Response> {
  if (!isOwnOrigin(request.headers, env().HEADROOM_WEB_URL)) return seeOther("/sign-in?problem=origin");
  // Anything but a valid form counts as a form without a link.
  const form = await request.formData().catch(() => null);
  const link = form?.get("link");
  return open(request, typeof link === "string" ? link : null, form?.get("next") ?? null);
}

async function open(request: Request, link: string | null, next: unknown): Promise<Response> {
  if (!link) return seeOther("/sign-in");
  try {
    const { secret, expiresAt } = await openSessionByLink({
      services: services(),
      input: { link, device: visitorOf(request.headers, trustedProxiesOf(env())).device },
    });
    const cookie = sessionCookie({ secret, expiresAt, webUrl: env().HEADROOM_WEB_URL });
    return seeOther(ownPath(next), { "set-cookie": cookie });
  } catch (error) {
    if (isHeadroomError(error, "unauthenticated")) return seeOther("/sign-in?problem=link");
    throw error;
  }
}

/** A path instead of a URL, so that the browser stays on the host name that it used. */
function seeOther(location: string, headers: Record<string, string> = {}): Response {
  return new Response(null, { status: 303, headers: { location, "cache-control": "no-store", ...headers } });
}
