/** The page of a run. */
export function runUrl(webUrl: string, runId: string): string {
  return `${webUrl}/runs/${runId}`;
}
