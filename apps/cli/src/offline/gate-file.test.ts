import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readCliEnv } from "../env.ts";
import { runCommand } from "../run-command.ts";
import type { World } from "../world.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "headroom-offline-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

interface Drawn {
  seconds?: number;
  latency?: (at: number) => number;
  failed?: (at: number) => boolean;
}

/** A hundred requests a second to two labels. */
function results({ seconds = 120, latency = () => 50, failed = () => false }: Drawn = {}): string {
  const rows = Array.from({ length: seconds * 100 }, (_, at) => {
    const elapsed = latency(at) + ((at * 37) % 20);
    return `${1_700_000_000_000 + at * 10},${elapsed},GET /item/${at % 2},${!failed(at)}`;
  });
  return write("results.csv", `timeStamp,elapsed,label,success\n${rows.join("\n")}\n`);
}

async function gate(...args: string[]) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const world: World = {
    env: readCliEnv({}),
    stdin: Readable.from([]),
    stdout,
    stderr,
    now: () => 1_700_000_000_000,
    sleep: async () => {},
    onStop: () => () => {},
    isRunning: () => false,
    git: () => null,
    random: () => 0,
  };
  const code = await runCommand(["gate", ...args], world);
  const said = (stream: PassThrough) => String((stream.read() as Buffer | null) ?? "");
  return { code, stdout: said(stdout), stderr: said(stderr) };
}

describe("headroom gate --file", () => {
  it("judges a file by targets of any kind of file and of options, without a token", async () => {
    const file = results();
    const lines = write("targets.txt", "# ours\np99 <= 200 ms\n\nthroughput >= 99/s\n");
    expect(await gate("--file", file, "--targets", lines)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Passed\.\n {2}pass {3}p99 <= 200 ms: p99 is 69 ms/),
    });
    const stated = write(
      "headroom.yaml",
      'version: 1\nservice: Shop\nexperiments:\n  Mix:\n    targets:\n      - p99 of "GET /item/1" <= 20 ms\n',
    );
    expect(await gate("--file", file, "--targets", stated)).toMatchObject({
      code: 10,
      stdout: expect.stringContaining('fail   p99 of "GET /item/1" <= 20 ms: p99 of “GET /item/1” is 69 ms'),
    });
    expect((await gate("--file", file, "--target", "p50 <= 1 s", "--format", "junit")).stdout).toContain(
      'errors="0"',
    );
  });

  it("judges the steady phase, as a server does", async () => {
    const file = results({ seconds: 180, latency: (at) => (at < 3_000 ? 500 : 50) });
    expect((await gate("--file", file, "--target", "p99 <= 100 ms")).code).toBe(0);
  });

  it("is unsure about what a file can't show, and never passes it", async () => {
    const file = results();
    for (const target of ["p99 <= baseline + 10%", "max cpu <= 80%", "p95 <= 1 s at 600 users"])
      expect(await gate("--file", file, "--target", target, "--target", "p99 <= 5 s")).toMatchObject({
        code: 11,
        stdout: expect.stringContaining("only a server can judge it."),
      });
    const few = results({ seconds: 1 });
    expect((await gate("--file", few, "--target", "p99.9 <= 5 s")).code).toBe(11);
    expect((await gate("--file", few, "--target", "p99.9 <= 5 s", "--allow-unsure")).code).toBe(0);
  });

  it("never calls an outage passed", async () => {
    const outage = results({ failed: (at) => at > 4_000 && at < 8_000 });
    expect(await gate("--file", outage, "--target", "p99 <= 5 s")).toMatchObject({
      code: 11,
      stdout: expect.stringContaining("no request succeeded for 39 of 120 s."),
    });
    const dead = results({ failed: () => true });
    expect((await gate("--file", dead, "--target", "error rate <= 1%")).code).toBe(10);
  });

  it("knows the load that the workload expects", async () => {
    const workload = "{ durationSeconds: 120, ratePerGenerator: 200, generators: 1 }";
    const stated = write(
      "short.yaml",
      `version: 1\nservice: Shop\nexperiments:\n  Mix:\n    workload: ${workload}\n    targets: [p99 <= 5 s]\n`,
    );
    expect((await gate("--file", results(), "--targets", stated)).code).toBe(11);
  });

  it("ends with 2 if something can't be read, and says what", async () => {
    const file = results();
    expect(await gate("--file", file)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("No targets"),
    });
    expect((await gate("--file", join(folder, "none"), "--target", "p99 <= 1 s")).code).toBe(2);
    expect((await gate("--file", write("x", "hello\n".repeat(99)), "--target", "p99 <= 1 s")).code).toBe(2);
    expect((await gate("--file", file, "--target", "p99 is fine")).code).toBe(2);
    expect((await gate("--file", file, "--target", "p99 <= 1 s", "run")).code).toBe(2);
    expect((await gate("--file", file, "--targets", join(folder, "none"))).code).toBe(2);
  });

  it("writes its report to a file", async () => {
    const output = join(folder, "gate.json");
    const { code, stdout } = await gate(
      "--file",
      results(),
      "--target",
      "p99 <= 1 s",
      "--json",
      "--output",
      output,
    );
    expect([code, stdout]).toEqual([0, ""]);
    expect(JSON.parse(readFileSync(output, "utf8"))).toMatchObject({ outcome: "pass", run: null });
  });
});
