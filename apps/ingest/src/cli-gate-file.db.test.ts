import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { commandLine } from "./testing/command-line.ts";
import { jtl } from "./testing/jtl.ts";
import { createTestApp, type TestApp } from "./testing/test-app.ts";

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
  outcome: string;
  words: string;
}

async function gate(args: readonly string[]): Promise<Finding[]> {
  const child = spawn(process.execPath, [commandLine(), "gate", ...args, "--json"], {
    env: { ...process.env, HEADROOM_URL: world.address, HEADROOM_TOKEN: world.home.readToken },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [stdout] = await Promise.all([text(child.stdout), once(child, "close")]);
  return (JSON.parse(stdout) as { findings: Finding[] }).findings;
}

const TARGETS = ["p50 <= 60 ms", "p99 <= 110 ms", "mean <= 1 s", "error rate <= 0.1%", "throughput >= 90/s"];

const warmUp = jtl({ rows: 30_000 }).replaceAll(/^(\d+),(\d+),/gm, (_, start: string, elapsed: string) => {
  const slower = Math.max(0, 40 - (Number(start) - 1_700_000_000_000) / 1_000) * 10;
  return `${start},${Math.round(Number(elapsed) + slower)},`;
});

const FILES: [string, () => Buffer, string[]][] = [
  ["a run with a warm-up", () => Buffer.from(warmUp), ['p95 of "GET /item/1" <= 115 ms']],
  ["a run longer than a chart has points", () => Buffer.from(jtl({ rows: 80_000, perSecond: 40 })), []],
  ["a summary", () => readFileSync(join(FIXTURES, "ab-text/fixtures/checkout-c10.txt")), []],
];

it.each(FILES)("%s has the same verdicts with and without a server", async (name, read, more) => {
  const file = join(folder, "results");
  writeFileSync(file, read());
  const targets = [...TARGETS, ...more];
  const query = targets.map((target) => `&target=${encodeURIComponent(target)}`).join("");
  const answer = await world.app.inject({
    method: "POST",
    url: `/v1/runs?service=Shop&experiment=${encodeURIComponent(name)}${query}`,
    headers: { authorization: `Bearer ${world.home.ingestToken}` },
    payload: read(),
  });
  const run = answer.json<{ run: { id: string }; targets: { text: string }[] }>();
  const abouts = new Set(run.targets.map(({ text: about }) => about));
  const judged = (findings: Finding[]) => findings.filter(({ about }) => abouts.has(about));
  const online = judged(await gate([run.run.id]));
  expect(online).toHaveLength(targets.length);
  expect(new Set(online.map(({ outcome }) => outcome)).size).toBeGreaterThan(1);
  expect(judged(await gate(["--file", file, ...targets.flatMap((target) => ["--target", target])]))).toEqual(
    online,
  );
});
