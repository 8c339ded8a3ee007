import { isHeadroomError } from "@headroom/core";
import { stopWeeklyMail } from "@headroom/services";
import { secret } from "../../../../server/secret.ts";
import { services } from "../../../../server/services.ts";

interface Props {
  params: Promise<{ token: string }>;
}

/** Mail programs that don't know one-click unsubscribe open its address instead, and so do scanners: that only asks. */
export async function GET(_request: Request, { params }: Props): Promise<Response> {
  return seeOther(pageOf((await params).token));
}

/**
 * Stops the mail. The link is the only authorization: mail programs post without a session and from another origin (RFC 8058).
 * They don't follow redirects, so they get a plain answer. The body isn't read, because nothing depends on it.
 */
export async function POST(request: Request, { params }: Props): Promise<Response> {
  const { token } = await params;
  const asked = new URL(request.url).searchParams.has("page");
  try {
    await stopWeeklyMail({ services: services(), input: { token, secret: secret() } });
    return asked ? seeOther(`${pageOf(token)}?stopped`) : plain(200, "Stopped.");
  } catch (error) {
    if (isHeadroomError(error, "not-found"))
      return asked ? seeOther(pageOf(token)) : plain(404, "This link is invalid.");
    if (isHeadroomError(error, "too-many-attempts"))
      return plain(429, "Too many attempts.", { "retry-after": String(error.retryAfterSeconds ?? 60) });
    throw error;
  }
}

const pageOf = (token: string) => `/weekly-mail/${encodeURIComponent(token)}`;

function plain(status: number, words: string, headers: Record<string, string> = {}): Response {
  const own = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store", ...headers };
  return new Response(`${words}\n`, { status, headers: own });
}

function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
}
