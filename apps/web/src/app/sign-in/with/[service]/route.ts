import { isHeadroomError } from "@headroom/core";
import { leaveForProvider } from "@headroom/services";
import { accounts } from "../../../../server/accounts.ts";
import { ownPath, withNext } from "../../../../server/own-path.ts";

interface Props {
  params: Promise<{ service: string }>;
}

/** Sends people to a sign-in service. Reached by a link, because the content security policy keeps forms on our pages. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const { service } = await params;
  const next = ownPath(new URL(request.url).searchParams.get("next"));
  const headers = new Headers({ "cache-control": "no-store" });
  try {
    const { url, cookies } = await leaveForProvider({ accounts: accounts(), input: { service, next } });
    for (const cookie of cookies) headers.append("set-cookie", cookie);
    headers.set("location", url);
  } catch (error) {
    if (!isHeadroomError(error, "unavailable")) throw error;
    headers.set("location", withNext("/sign-in?problem=service", next));
  }
  return new Response(null, { status: 303, headers });
}
