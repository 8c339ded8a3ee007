export const dynamic = "force-dynamic";

/** The process is up. Whether the database is, too, is for `/readyz`. */
export function GET(): Response {
  return Response.json({ status: "ok" }, { headers: { "cache-control": "no-store" } });
}
