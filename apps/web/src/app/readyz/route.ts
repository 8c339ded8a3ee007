import { services } from "../../server/services.ts";

export const dynamic = "force-dynamic";

const WAIT_MILLIS = 2000;

/** Whether pages can be served right now. */
export async function GET(): Promise<Response> {
  const headers = { "cache-control": "no-store" };
  try {
    await services().db.ping(WAIT_MILLIS);
    return Response.json({ status: "ready" }, { headers });
  } catch {
    return Response.json(
      { status: "unavailable", detail: "The database is not responding." },
      { status: 503, headers: { ...headers, "retry-after": "2" } },
    );
  }
}
