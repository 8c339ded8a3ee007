export const dynamic = "force-dynamic";

/** The process answers. Whether the database does is for `/readyz`. */
export function GET(): Response {
  return Response.json({ status: "ok" }, { headers: { "cache-control": "no-store" } });
}
