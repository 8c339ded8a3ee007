/** One request of a second ago in InfluxDB's line protocol, as k6 sends it. */
export function sendLine(ingestUrl: string, slug: string): string {
  return [
    `curl -sS '${ingestUrl}/write?db=${encodeURIComponent(slug)}' \\`,
    `  -H "Authorization: Bearer $HEADROOM_TOKEN" \\`,
    `  --data-binary 'http_req_duration,method=GET,name=/checkout,expected_response=true value=42.5'`,
  ].join("\n");
}

/** A Prometheus server sends on what it scrapes. */
export function prometheusLines(ingestUrl: string): string {
  return [
    "remote_write:",
    `  - url: ${ingestUrl}/api/v1/write`,
    "    authorization:",
    "      credentials: $HEADROOM_TOKEN",
  ].join("\n");
}
