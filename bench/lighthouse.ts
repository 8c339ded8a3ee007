/** Lighthouse scores of the pages of a large workspace, on a throttled phone and on a desktop: the median of three. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { benchPackageFile } from "./peers/bench-package.ts";
import { openLargeWorkspace } from "./web/large-workspace.ts";

const ROUNDS = 3;
const MAX_REPORT_BYTES = 64 << 20;
const PRESETS = { phone: [], desktop: ["--preset=desktop"] } as const;
const wanted = (process.env["HEADROOM_BENCH_LIGHTHOUSE_PAGES"] ?? "catalog;run").split(";");

interface Report {
  categories: { performance: { score: number } };
  audits: Record<string, { numericValue?: number; details?: { items?: Record<string, unknown>[] } }>;
}

const lighthouse = await benchPackageFile("lighthouse", "12.8.2", "cli/index.js");
if (lighthouse === null) console.log("skipped: Lighthouse is not available");
else await measureAll(lighthouse);

async function measureAll(command: string): Promise<void> {
  const workspace = await openLargeWorkspace();
  const { url, cookie, pages } = workspace;
  try {
    for (const name of wanted)
      for (const [preset, options] of Object.entries(PRESETS)) {
        const line = [command, `${url}${pages[name] ?? name}`, ...options];
        const report = await medianReport(() => run(line, cookie));
        console.log(
          `${name.padEnd(24)} ${preset.padEnd(8)} ${report === null ? "no report" : wordsOf(report)}`,
        );
      }
  } finally {
    await workspace.close();
  }
}

/** Without HEADROOM_CHROMIUM, Lighthouse finds a browser on its own. */
async function run(command: readonly string[], cookie: string): Promise<Report> {
  const browser = process.env["HEADROOM_CHROMIUM"];
  // On a busy machine the recording sometimes fails and there is no report.
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      ...command,
      "--quiet",
      "--output=json",
      "--only-categories=performance",
      `--extra-headers=${JSON.stringify({ Cookie: cookie })}`,
      "--chrome-flags=--headless=new --no-sandbox --disable-background-networking --disable-component-update",
    ],
    { env: { ...process.env, ...(browser ? { CHROME_PATH: browser } : {}) }, maxBuffer: MAX_REPORT_BYTES },
  );
  return JSON.parse(stdout) as Report;
}

async function medianReport(measure: () => Promise<Report>): Promise<Report | null> {
  const reports: Report[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const report = await measure().catch(() => null);
    if (report !== null) reports.push(report);
  }
  reports.sort((a, b) => a.categories.performance.score - b.categories.performance.score);
  return reports[Math.floor(reports.length / 2)] ?? null;
}

function wordsOf({ categories, audits }: Report): string {
  const value = (audit: string) => audits[audit]?.numericValue ?? Number.NaN;
  const requests = audits["network-requests"]?.details?.items ?? [];
  const scripts = requests.filter(({ resourceType }) => resourceType === "Script");
  const scriptBytes = scripts.reduce((sum, { transferSize }) => sum + Number(transferSize), 0);
  return [
    `performance ${(categories.performance.score * 100).toFixed(0)}`,
    `FCP ${value("first-contentful-paint").toFixed(0)} ms`,
    `LCP ${value("largest-contentful-paint").toFixed(0)} ms`,
    `TBT ${value("total-blocking-time").toFixed(0)} ms`,
    `CLS ${value("cumulative-layout-shift").toFixed(3)}`,
    `all scripts ${(scriptBytes / 1_000).toFixed(0)} kB`,
  ].join(", ");
}
