/**
 * The first upload: paste it into any shell, in any folder.
 *
 * @param {{ ingestUrl: string | null, ingestToken: string | null, sampleFile: string }} upload
 */
export function curlLine({ ingestUrl, ingestToken, sampleFile }) {
  const query = new URLSearchParams([
    ["service", "checkout"],
    ["experiment", "first-run"],
    ["target", "p95 <= 500 ms"],
    ["target", "error rate <= 1%"],
  ]);
  return [
    "curl -sS",
    `-H ${quote(`Authorization: Bearer ${ingestToken}`)}`,
    `--data-binary ${quote(`@${sampleFile}`)}`,
    quote(`${ingestUrl}/v1/runs?${query.toString()}`),
  ].join(" ");
}

/** @param {string} text */
function quote(text) {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
