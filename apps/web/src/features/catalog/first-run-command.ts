/** A command that works once the token is filled in. The server detects which tool wrote the file. */
export function firstRunCommand(ingestUrl: string): string {
  const query = new URLSearchParams([
    ["service", "checkout"],
    ["experiment", "first"],
    ["target", "p99<=200ms"],
    ["target", "error rate<=0.1%"],
  ]);
  return [
    `curl -sS -X POST '${ingestUrl}/v1/runs?${query.toString()}' \\`,
    `  -H "Authorization: Bearer $HEADROOM_TOKEN" \\`,
    `  --data-binary @results.jtl`,
  ].join("\n");
}
