/**
 * Writes k6's summary to a file that `headroom upload` reads. Export it from a script:
 *
 *   export { handleSummary } from "./headroom.js";
 *
 * A summary has no time series, so its percentiles are those that k6 quotes. Prefer `k6 run --out json=results.json`.
 */
export function handleSummary(data) {
  return { "headroom-summary.json": JSON.stringify(data) };
}
