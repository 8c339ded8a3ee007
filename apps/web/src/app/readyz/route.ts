import { isHeadroomError } from "@headroom/core";
import { OwnClock } from "@headroom/services";
import { services } from "../../server/services.ts";

export const dynamic = "force-dynamic";

const WAIT_MILLIS = 2000;

/** Whether pages can be served right now. */
export async function GET(): Promise<Response> {
  const headers = { "cache-control": "no-store" };
  const clock = new OwnClock(services());
  try {
    await services().db.ping(WAIT_MILLIS);
    await clock.check();
    clock.assertRight();
    return Response.json({ status: "ready" }, { headers });
  } catch (error) {
    const detail = isHeadroomError(error, "not-ready") ? error.message : "The database is not responding.";
    return Response.json(
      { status: "unavailable", detail },
      { status: 503, headers: { ...headers, "retry-after": "2" } },
    );
  }
}
