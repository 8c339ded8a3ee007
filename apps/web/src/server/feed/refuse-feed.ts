export function refuseFeed(status: 401 | 404, message: string): Response {
  return Response.json({ message }, { status, headers: { "cache-control": "private, no-store" } });
}
