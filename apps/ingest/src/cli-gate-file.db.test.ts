import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { headroom } from "@headroom/cli/testing";
import { jtl, JTL_HEADER } from "./testing/jtl.ts";
import { createTestApp } from "./testing/test-app.ts";
import type { TestApp } from "./testing/test-app.ts";

const FIXTURES = join(import.meta.dirname, "../../../packages/formats/src/file");

let world: TestApp;
let folder: string;
beforeAll(async () => {
  world = await createTestApp();
  folder = mkdtempSync(join(tmpdir(), "headroom-gate-file-"));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await world.close();
});

interface Finding {
  about: string;
  effect: string;
  words: string;
}

async function run(command: "upload" | "gate", args: readonly string[]) {
  const { ingestToken, readToken } = world.home;
  const token = command === "upload" ? ingestToken : readToken;
  const env = { HEADROOM_URL: world.address, HEADROOM_TOKEN: token };
  const { stdout } = await headroom([command, ...args, "--json"], { env });
  return JSON.parse(stdout) as unknown;
}

async function gate(args: readonly string[]): Promise<Finding[]> {
  return ((await run("gate", args)) as { findings: Finding[] }).findings;
}

const TARGETS = ["p50 <= 60 ms", "p99 <= 110 ms", "mean <= 1 s", "error rate <= 0.1%", "throughput >= 90/s"];

const warmUp = jtl({ rows: 30_000 }).replaceAll(/^(\d+),(\d+),/gm, (_, start: string, elapsed: string) => {
  const slower = Math.max(0, 40 - (Number(start) - 1_700_000_000_000) / 1_000) * 10;
  return `${start},${Math.round(Number(elapsed) + slower)},`;
});

/** Every line to one of several generators in turn. The first of them isn't the one that began. */
function shards(csv: string, count: number): string[] {
  const [header = "", ...lines] = csv.trimEnd().split(/\r?\n/);
  return Array.from({ length: count }, (_, shard) => {
    const own = lines.filter((_line, at) => at % count === count - 1 - shard);
    return [header, ...own, ""].join("\n");
  });
}

/** As above, of a file without a header. */
function halves(content: Buffer): string[] {
  const lines = content.toString().trimEnd().split("\n");
  return [1, 0].map((which) => `${lines.filter((_line, at) => at % 2 === which).join("\n")}\n`);
}

/** Users of two generators who arrive one after another and slow the service down, for longer than a chart has points. */
function rising(generator: number): string {
  const rows = Array.from({ length: 1_000 }, (_, second) => {
    const users = 2 + Math.floor(second / 50);
    return Array.from({ length: users }, (_user, at) => {
      const start = 1_700_000_000_000 + second * 1_000 + at * 40 + generator * 7;
      const elapsed = 30 + users * 3 + ((second * 31 + at * 17 + generator) % 20);
      return `${start},${elapsed},GET /,200,OK,T ${at},text,true,,512,128,${users},${users},null,${elapsed},0,1`;
    }).join("\n");
  });
  return `${JTL_HEADER}\n${rows.join("\n")}\n`;
}

const fixture = (path: string) => readFileSync(join(FIXTURES, path), "utf8");

const RUNS: [string, () => Record<string, string>, string[]][] = [
  ["a run with a warm-up", () => ({ results: warmUp }), ['p95 of "GET /item/1" <= 115 ms']],
  ["a run longer than a chart has points", () => ({ results: jtl({ rows: 20_000, perSecond: 10 }) }), []],
  ["a summary", () => ({ results: fixture("ab-text/fixtures/checkout-c10.txt") }), []],
  [
    "a run of three generators",
    () => {
      const [a = "", b = "", c = ""] = shards(warmUp, 3);
      return { "one/results.jtl": a, "two/results.jtl": b, "three/results.jtl": c };
    },
    ['p95 of "GET /item/1" <= 115 ms', 'p99.9 of "GET /item/2" <= 119 ms'],
  ],
  [
    "real results of two generators, in microseconds",
    () => {
      const [a = "", b = ""] = halves(
        gunzipSync(readFileSync(join(FIXTURES, "vegeta-csv/fixtures/results.csv.gz"))),
      );
      return { a, b };
    },
    ["p99 <= 1 us", "throughput >= 1/s"],
  ],
  [
    "a tool that writes several files",
    () => ({
      "shop_stats.csv": fixture("locust-stats/fixtures/shop_stats.csv"),
      "shop_stats_history.csv": fixture("locust-history/fixtures/shop_stats_history.csv"),
    }),
    ["throughput >= 1/s"],
  ],
  [
    "a ramp of two generators",
    () => ({ a: rising(0), b: rising(1) }),
    ["p95 <= 20 ms", "p95 <= 90 ms", "achieved >= 1%"],
  ],
];

it.each(RUNS)("%s has the same verdicts with and without a server", async (name, read, more) => {
  const paths = Object.entries(read()).map(([file, content]) => {
    const path = join(folder, name, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return path;
  });
  const targets = [...TARGETS, ...more].flatMap((target) => ["--target", target]);
  const uploaded = await run("upload", [
    ...paths,
    "--service",
    "Shop",
    "--experiment",
    name,
    "--raw",
    "--quiet",
    ...targets,
  ]);
  const answer = uploaded as { run: { id: string }; targets: { text: string }[] };
  const abouts = new Set(answer.targets.map(({ text: about }) => about));
  // A file without times is of now, and the server's clock differs.
  const judged = (findings: Finding[]) =>
    findings
      .filter(({ about }) => abouts.has(about))
      .map(({ about, effect, words }) => ({ about, effect, words }));
  const online = judged(await gate([answer.run.id]));
  expect(online).toHaveLength(TARGETS.length + more.length);
  expect(new Set(online.map(({ effect }) => effect)).size).toBeGreaterThan(1);
  expect(judged(await gate([...paths, ...targets]))).toEqual(online);
});
