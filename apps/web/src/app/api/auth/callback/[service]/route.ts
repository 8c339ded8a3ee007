import { isHeadroomError } from "@headroom/core";
import { isProviderId, returnFromProvider } from "@headroom/services";
import { accounts } from "../../../../../server/accounts.ts";
import { env, trustedProxiesOf } from "../../../../../server/env.ts";
import { ownPath } from "../../../../../server/own-path.ts";
import { sessionCookie } from "../../../../../server/session-cookie.ts";
import { visitorOf } from "../../../../../server/visitor.ts";

interface Props {
  params: Promise<{ service: string }>;
}

/** Where a sign-in service sends people back to. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const { service } = await params;
  if (!isProviderId(service)) return new Response(null, { status: 404 });
  const headers = new Headers({ "cache-control": "no-store", "referrer-policy": "no-referrer" });
  try {
    const { location, session, cookies } = await returnFromProvider({
      accounts: accounts(),
      origin: visitorOf(request.headers, trustedProxiesOf(env())),
      input: {
        service,
        search: new URL(request.url).search,
        cookie: request.headers.get("cookie") ?? "",
      },
    });
    for (const cookie of cookies) headers.append("set-cookie", cookie);
    if (session) {
      headers.append("set-cookie", sessionCookie({ ...session, webUrl: env().HEADROOM_WEB_URL }));
    }
    headers.set("location", ownPath(location, "/sign-in?problem=service"));
  } catch (error) {
    if (!isHeadroomError(error, "too-many-attempts")) throw error;
    headers.set("location", "/sign-in?problem=service");
  }
  return new Response(null, { status: 303, headers });
}
