/** How long the server takes for a page of a large workspace, and how much script the page loads. */
import { openLargeWorkspace } from "./web/large-workspace.ts";
import { loadPage, percentileOf } from "./web/page-load.ts";

const rounds = Number(process.env["HEADROOM_BENCH_PAGES_ROUNDS"] ?? 200);

const workspace = await openLargeWorkspace();
const { url, cookie, pages } = workspace;
try {
  for (const [name, path] of Object.entries(pages)) {
    const load = await loadPage(path, { url, cookie, rounds, warmUp: 20 });
    const [p50, p99] = [percentileOf(load.millis, 0.5), percentileOf(load.millis, 0.99)];
    console.log(
      `${name.padEnd(24)} p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms; ` +
        `page ${(load.htmlBytes / 1_000).toFixed(0)} kB, scripts ${(load.scriptBytes / 1_000).toFixed(0)} kB gzip`,
    );
  }
} finally {
  await workspace.close();
}
