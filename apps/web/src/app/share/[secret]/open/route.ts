import { isHeadroomError } from "@headroom/core";
import { unlockShare } from "@headroom/services";
import { sharedViewPath } from "../../../../features/share/shared-view.ts";
import { shareCookie } from "../../../../features/share/share-cookie.ts";
import { env } from "../../../../server/env.ts";
import { secret as signingSecret } from "../../../../server/secret.ts";
import { services } from "../../../../server/services.ts";

interface Props {
  params: Promise<{ secret: string }>;
}

/**
 * Takes the passphrase of a link. The origin is not checked: the page sends no referrer, so browsers send no origin
 * either, and anyone who knows both secrets may see the report.
 */
export async function POST(request: Request, { params }: Props): Promise<Response> {
  const path = `/share/${encodeURIComponent((await params).secret)}`;
  const form = await request.formData().catch(() => null);
  const passphrase = form?.get("passphrase");
  const view = sharedViewPath(path, form?.get("view"));
  try {
    const { proof, expiresAt } = await unlockShare({
      services: services(),
      input: {
        secret: (await params).secret,
        passphrase: typeof passphrase === "string" ? passphrase : "",
        signingSecret: signingSecret(),
      },
    });
    const cookie = shareCookie({ path, proof, expiresAt, webUrl: env().HEADROOM_WEB_URL });
    return seeOther(view, cookie);
  } catch (error) {
    if (isHeadroomError(error, "unauthenticated")) return seeOther(`${view}?problem=passphrase`);
    if (isHeadroomError(error, "too-many-attempts")) return seeOther(`${view}?problem=often`);
    if (isHeadroomError(error, "not-found")) return seeOther(path);
    if (isHeadroomError(error, "unavailable"))
      return new Response(error.message, {
        status: 503,
        headers: { "cache-control": "no-store", "retry-after": "5" },
      });
    throw error;
  }
}

function seeOther(location: string, cookie?: string): Response {
  const headers = new Headers({ location, "cache-control": "no-store" });
  if (cookie !== undefined) headers.set("set-cookie", cookie);
  return new Response(null, { status: 303, headers });
}
