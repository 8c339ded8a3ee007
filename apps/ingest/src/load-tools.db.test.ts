import { execFile, spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runAnswer } from "@headroom/contract";
import type { RunAnswer } from "@headroom/contract";
import { formats } from "@headroom/formats";
import { commandLine } from "./testing/command-line.ts";
import { readToolOverview, readToolSections } from "./testing/load-tools-page.ts";
import type { FileClaim } from "./testing/load-tools-page.ts";
import { createTestApp } from "./testing/test-app.ts";
import type { TestApp } from "./testing/test-app.ts";
import { readToolFile } from "./testing/tool-files.ts";
import type { ToolFile } from "./testing/tool-files.ts";

const STARTED = "2026-11-21T15:00:00Z";

/** Files to use, by file or by format, if the smallest file of a format isn't what its row is about. */
const FILES: Record<string, string> = {
  "transactions-and-hops.jtl.csv": "transactions-and-hops.jtl.csv",
  "wrk2.txt": "wrk2-both-histograms.txt",
  "plain.txt": "older.txt",
  "wrk-text": "product-latency.txt",
  "sysbench-text": "histogram.txt",
  "locust-json": "shop.json",
  "locust-stats": "shop_stats.csv",
  "locust-history": "shop_stats_history.csv",
  "locust-failures": "shop_failures.csv",
  "locust-exceptions": "shop_exceptions.csv",
  "vegeta-gob": "results.gob",
  "hey-csv": "some-503.csv",
  "oha-sqlite": "product.sqlite",
  "ghz-json": "ping.json",
  "pgbench-log": "tpcb-rate.log",
  "pgbench-text": "progress.txt",
  "pgbench-aggregate": "closed.log",
  "hdr-log": "recorder-us.hlog",
  hgrm: "csv-us.hgrm",
  "prometheus-text": "metrics.prom",
  "generic-csv": "seconds-and-milliseconds.tsv",
  "generic-summary": "full.json",
};

const KINDS: Record<RunAnswer["proof"]["source"], string> = {
  samples: "every request",
  sketch: "histogram",
  buckets: "histogram",
  quoted: "summary",
  none: "summary",
};

const sections = readToolSections();
const overview = readToolOverview();
const claims = sections.flatMap(({ title, files }) => files.map((claim) => ({ title, ...claim })));
const sends = sections.flatMap(({ title, files, sends: lines }) =>
  lines.map((line) => ({ title, line, files: files.filter(({ file }) => line.includes(file)) })),
);

let world: TestApp;
let folder: string;
beforeAll(async () => {
  world = await createTestApp({ uploadsAtOnce: 16 });
  folder = mkdtempSync(join(tmpdir(), "headroom-tools-"));
  writeFileSync(join(folder, ".curlrc"), 'silent\nshow-error\nwrite-out = "\\n%{http_code}"\n');
  const headroom = join(folder, "headroom");
  writeFileSync(headroom, `#!/bin/sh\nexec "${process.execPath}" "${commandLine()}" "$@" --json\n`);
  chmodSync(headroom, 0o755);
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await world.close();
});

type ClaimedFile = Pick<FileClaim, "file" | "format">;

const toolFiles = new Map<string, ToolFile>();

function fileOf({ file, format }: ClaimedFile): ToolFile {
  const key = `${format} ${file}`;
  const found = toolFiles.get(key) ?? readToolFile(format, FILES[file] ?? FILES[format]);
  toolFiles.set(key, found);
  return found;
}

/** Runs a command from the page with files from a real run in place of those it names. */
async function send(line: string, files: readonly FileClaim[]): Promise<RunAnswer> {
  const here = mkdtempSync(join(folder, "send-"));
  for (const claim of files.toReversed()) {
    const { bytes, truth } = fileOf(claim);
    writeFileSync(join(here, claim.file), bytes);
    writeFileSync(join(here, "mapping.json"), JSON.stringify(truth.options?.mapping ?? {}));
  }
  const env = {
    PATH: `${folder}:${process.env.PATH ?? ""}`,
    HOME: folder,
    NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] ?? join(folder, "compiled"),
    HEADROOM_URL: world.address,
    HEADROOM_TOKEN: world.home.ingestToken,
    started: STARTED,
  };
  const printed = await new Promise<string>((resolve, reject) => {
    execFile("bash", ["-c", line], { cwd: here, env }, (error, stdout, stderr) =>
      error === null ? resolve(stdout) : reject(new Error(`${stdout}\n${stderr}`)),
    );
  });
  const json = line.startsWith("curl") ? printed.replace(/\n201$/, "") : printed;
  return runAnswer.parse(JSON.parse(json));
}

/** The API's answer for each file, requested once. */
const answers = new Map<string, Promise<RunAnswer>>();

function answerTo(claim: ClaimedFile): Promise<RunAnswer> {
  const key = `${claim.format} ${claim.file}`;
  const known = answers.get(key);
  if (known !== undefined) return known;
  const asked = post(claim).then(({ status, body }) => {
    expect({ status, body }).toMatchObject({ status: 201 });
    return runAnswer.parse(body);
  });
  answers.set(key, asked);
  return asked;
}

async function post(claim: ClaimedFile, options: { unit?: boolean } = {}) {
  const { bytes, truth } = fileOf(claim);
  const query = new URLSearchParams({ service: "claims", experiment: `${claim.format} ${claim.file}` });
  const { unit, mapping } = truth.options ?? {};
  if (unit !== undefined && options.unit !== false) query.set("unit", unit);
  if (mapping !== undefined) query.set("mapping", JSON.stringify(mapping));
  const response = await fetch(`${world.address}/v1/runs?${query.toString()}`, {
    method: "POST",
    headers: { authorization: `Bearer ${world.home.ingestToken}` },
    body: new Uint8Array(bytes),
  });
  return { status: response.status, body: await response.json() };
}

/** The best grade of such a file: what a longer run can't improve. */
function bestGradeOf({ source, reasons }: RunAnswer["proof"]): string {
  if (source === "quoted" || source === "none") return "D";
  if (source === "buckets") return "C";
  return reasons.some((reason) => /coordinated omission|tool's histogram, which/.test(reason)) ? "B" : "A";
}

describe("the page about load tools", () => {
  it("has every format, and no other", () => {
    const listed = new Set(claims.map(({ format }) => format));
    expect([...listed].toSorted()).toEqual(formats.map(({ id }) => id).toSorted());
  });

  it("sums up each section in its overview", () => {
    expect(overview.map(({ title }) => title)).toEqual(sections.map(({ title }) => title));
    for (const { title, coordinatedOmission, ...first } of overview) {
      const section = sections.find((one) => one.title === title);
      expect(section?.files.find(({ file }) => file === first.file)).toMatchObject(first);
      expect(coordinatedOmission).toMatch(/^(yes|no|depends)\b/);
    }
  });

  it("has two lines for each tool, and sends what it says to send first", () => {
    for (const { title, sends: lines } of sections) {
      expect(lines.map((line) => line.split(" ", 1)[0])).toEqual(["curl", "headroom"]);
      expect(lines.join(" ")).toContain(overview.find((one) => one.title === title)?.file);
    }
  });
});

const hasCurl = spawnSync("curl", ["--version"]).status === 0;

describe.skipIf(!hasCurl)("its lines, which need curl", { concurrent: true }, () => {
  it.each(sends)("$title: $line", async ({ line, files }) => {
    const [first] = files;
    if (first === undefined) throw new Error("the line names no file of its section");
    const { run, summary, warnings } = await send(line, files);
    const { requests, errors } = fileOf(first).truth;
    expect({ format: run.format, requests: summary.requests, errors: summary.errors }).toEqual({
      format: first.format,
      requests,
      errors,
    });
    expect(warnings.map(({ code }) => code)).not.toContain("start-assumed");
  });
});

describe.concurrent("what it says of a file", () => {
  const [supplements, runs] = [true, false].map((is) =>
    claims.filter(({ kind }) => (kind === "supplement") === is),
  );

  it.each(supplements ?? [])("$file of $title does not make a run alone", async (claim) => {
    expect(await post(claim)).toMatchObject({ status: 422, body: { code: "file-empty" } });
  });

  it.each(runs ?? [])("$format, $file", async (claim) => {
    const { run, summary, proof, warnings } = await answerTo(claim);
    const { requests, errors } = fileOf(claim).truth;
    expect({ format: run.format, requests: summary.requests, errors: summary.errors }).toEqual({
      format: claim.format,
      requests,
      errors,
    });
    expect(claim).toMatchObject({
      kind: KINDS[proof.source],
      timeSeries: run.finestStepSeconds === null ? "no" : "yes",
      grade: bestGradeOf(proof),
    });
    expect(proof.grade >= claim.grade).toBe(true);
    const loses = (what: RegExp) => what.test(claim.loses);
    expect({
      start: loses(/`started=`/),
      errors: loses(/(^|, )errors\b/),
      labels: loses(/(^|, |and )labels\b(?!, but)/),
      length: loses(/duration/),
    }).toEqual({
      start: warnings.some(({ code }) => code === "start-assumed"),
      errors: summary.errors === null,
      labels: summary.labelsTotal === 0,
      length: summary.throughput === null,
    });
  });

  it.each(runs ?? [])("$format, $file: what is exact is exactly what the tool measured", async (claim) => {
    const { proof, summary } = await answerTo(claim);
    const { latency_ms: truth } = fileOf(claim).truth;
    const exact = proof.source === "samples" ? proof.exact : [];
    const wrong = exact.filter((percentile) => {
      const expected = truth?.[percentile];
      // Finer latencies are kept in whole microseconds.
      return (
        typeof expected === "number" && Math.abs((summary.latencyMs[percentile] ?? 0) - expected) > 0.001
      );
    });
    expect(wrong).toEqual([]);
  });

  it("JMeter's labels have the percentiles that JMeter has, below 100 ms", async () => {
    const claim = { format: "jmeter-csv", file: "transactions-and-hops.jtl.csv" };
    const { labels } = fileOf(claim).truth;
    const { summary } = await answerTo(claim);
    const figures = Object.entries(labels ?? {}).flatMap(([name, { latency_ms: truth }]) =>
      (["p50", "p90", "p95", "p99"] as const).flatMap((percentile) => {
        const expected = truth?.[percentile];
        const found = summary.labels.find(({ label }) => label === name)?.latencyMs[percentile];
        return typeof expected === "number" && expected < 99 ? [[found, expected]] : [];
      }),
    );
    expect(figures.length).toBeGreaterThanOrEqual(16);
    for (const [found, expected] of figures) expect(found).toBe(expected);
  });

  it.each(claims.filter(({ loses }) => loses.includes("`unit=`")))("$file needs its unit", async (claim) => {
    const refused = { status: 400, body: { code: "parameter-missing", field: "unit" } };
    expect(await post(claim, { unit: false })).toMatchObject(refused);
  });

  it.each(overview)(
    "$title: a stall hides requests: $coordinatedOmission",
    async ({ title, file, coordinatedOmission }) => {
      const claim = claims.find((one) => one.title === title && one.file === file);
      if (claim === undefined || claim.kind === "summary" || claim.grade > "B") return;
      const { proof } = await answerTo(claim);
      const reason = proof.reasons.find((one) => one.includes("coordinated omission")) ?? "";
      const said = { yes: /^The tool waits/, no: /^$/, depends: /^The tool may wait/ };
      expect(reason).toMatch(said[/^\w+/.exec(coordinatedOmission)?.[0] as keyof typeof said]);
    },
  );
});
