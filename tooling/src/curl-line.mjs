/**
 * The first upload: paste it into any shell, in any folder. Web makes up its file, so that the run has just ended.
 *
 * @param {{ webUrl: string | null, ingestUrl: string | null, ingestToken: string | null }} upload
 */
export function curlLine({ webUrl, ingestUrl, ingestToken }) {
  const query = new URLSearchParams([
    ["service", "checkout"],
    ["experiment", "first-run"],
    ["target", "p95 <= 500 ms"],
    ["target", "error rate <= 1%"],
  ]);
  return [
    `curl -sSf ${webUrl}/examples/first-run.jtl |`,
    "curl -sS",
    `-H ${quote(`Authorization: Bearer ${ingestToken}`)}`,
    "--data-binary @-",
    quote(`${ingestUrl}/v1/runs?${query.toString()}`),
  ].join(" ");
}

/** @param {string} text */
function quote(text) {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
