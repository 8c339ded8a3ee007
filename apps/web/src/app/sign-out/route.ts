import { cookies } from "next/headers";
import { closeSession } from "@headroom/services";
import { env } from "../../server/env.ts";
import { isOwnOrigin } from "../../server/origin.ts";
import { services } from "../../server/services.ts";
import { clearedSessionCookie, sessionCookieName } from "../../server/session-cookie.ts";

export async function POST(request: Request): Promise<Response> {
  const { HEADROOM_WEB_URL: webUrl } = env();
  if (!isOwnOrigin(request.headers, webUrl))
    return new Response("This request must come from a page of this site.", { status: 403 });
  const secret = (await cookies()).get(sessionCookieName(webUrl))?.value;
  if (secret) await closeSession({ services: services(), input: { secret } });
  const headers = {
    location: "/sign-in",
    "set-cookie": clearedSessionCookie(webUrl),
    "cache-control": "no-store",
  };
  return new Response(null, { status: 303, headers });
}
