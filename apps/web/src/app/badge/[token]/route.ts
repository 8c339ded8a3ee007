import { isHeadroomError } from "@headroom/core";
import { openBadge } from "@headroom/services";
import { drawBadge } from "../../../features/badge/draw-badge.ts";
import { services } from "../../../server/services.ts";

interface Props {
  params: Promise<{ token: string }>;
}

/** An image for a README. Anyone with its address can see it. The proxy adds how long it may be cached. */
export async function GET(_request: Request, { params }: Props): Promise<Response> {
  const { token } = await params;
  try {
    const badge = await openBadge({ services: services(), input: { token: token.replace(/\.svg$/, "") } });
    return new Response(drawBadge(badge), { headers: { "content-type": "image/svg+xml; charset=utf-8" } });
  } catch (error) {
    if (isHeadroomError(error, "not-found")) return new Response(`${error.message}\n`, { status: 404 });
    throw error;
  }
}
