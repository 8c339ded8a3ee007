import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { once } from "node:events";
import { PassThrough, Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { readCliEnv } from "../env.ts";
import { runCommand } from "../run-command.ts";

const RUN = "019a0000-0000-7000-8000-000000000001";

async function gate(url: string, ...args: string[]) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  let waits = 0;
  let now = 0;
  const code = await runCommand(["gate", RUN, ...args], {
    env: readCliEnv({ HEADROOM_URL: url, HEADROOM_TOKEN: "secret" }),
    stdin: Readable.from([]),
    stdout,
    stderr,
    now: () => now,
    async sleep(millis) {
      waits++;
      now += millis;
    },
    onStop: () => () => {},
    isRunning: () => false,
    git: () => null,
    random: () => 0,
  });
  const said = (stream: PassThrough) => String((stream.read() as Buffer | null) ?? "");
  return { code, waits, stdout: said(stdout), stderr: said(stderr) };
}

/** The address of a server that answers every request with this. */
async function answering(body: unknown): Promise<{ url: string; close: () => void }> {
  const server = createServer((_, response) => response.end(JSON.stringify(body)));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => void server.close(),
  };
}

it("ends with 3 after several attempts if the server is down, and writes no report", async () => {
  const { url, close } = await answering(null);
  close();
  const { code, waits, stdout, stderr } = await gate(url);
  expect([code, waits, stdout]).toEqual([3, 7, ""]);
  expect(stderr).toMatch(/Trying again in .*\nheadroom: http:.* cannot be reached: /s);
});

it("ends with 4 if generators are missing when the time is up, and names how many", async () => {
  const { url, close } = await answering({
    run: {
      id: RUN,
      url: "https://headroom.example/runs/1",
      status: "finished",
      number: 1,
      service: "Checkout",
      experiment: "Mix",
      commit: null,
      branch: null,
    },
    verdict: null,
    targets: [],
    doubt: null,
    generators: { uploaded: 1, expected: null },
    baseline: null,
    noBaseline: null,
    comparison: null,
    retryAfterSeconds: null,
  });
  const { code, waits, stdout, stderr } = await gate(url, "--generators", "3", "--wait", "10");
  close();
  expect([code, waits, stdout]).toEqual([4, 5, ""]);
  expect(stderr).toContain("Only 1 of 3 generators have uploaded their results.");
});

describe("the answer of a later server", () => {
  const LATER = {
    effect: "weighs",
    kind: "carbon",
    code: "heavier",
    metric: null,
    label: null,
    before: null,
    after: null,
    unit: null,
    ratio: null,
    interval: null,
    limit: null,
    window: null,
    evidence: null,
    about: "carbon",
    words: "It takes more energy.",
    grams: 12,
  };
  const answer = (outcome: string) => ({
    run: {
      id: RUN,
      url: "https://headroom.example/runs/1",
      status: "finished",
      number: 1,
      service: "Checkout",
      experiment: "Mix",
      commit: null,
      branch: null,
      region: "eu",
    },
    judgement: {
      id: RUN,
      outcome,
      reason: outcome === "not-judged" ? "hibernating" : null,
      isOwn: true,
      against: "level",
      policy: { targets: true, minChange: 0, detect: 0.2, carbon: true },
      rulesVersion: 9,
      decidedAt: "2026-11-20T10:00:00Z",
      first: { outcome: "degraded", at: "2026-11-20T10:00:00Z" },
      changed: { at: "2026-11-20T10:00:00Z", by: ["weather"] },
      findings: [LATER],
    },
    verdict: "exceeded",
    targets: [{ text: "carbon <= 1 g", verdict: "exceeded" }],
    doubt: null,
    generators: { uploaded: 1, expected: null, late: 0 },
    baseline: {
      id: RUN,
      url: "https://headroom.example/runs/0",
      number: 0,
      commit: null,
      branch: null,
      chosen: "level",
      doubt: null,
      commitsBack: null,
      runs: [RUN],
    },
    noBaseline: null,
    comparison: { url: "https://headroom.example/comparisons", state: "pooled", verdict: "drifting" },
    retryAfterSeconds: null,
    weather: "sunny",
  });
  const gated = async (outcome: string, ...args: string[]) => {
    const { url, close } = await answering(answer(outcome));
    const answered = await gate(url, ...args);
    close();
    return answered;
  };

  it("is read as far as it is known", async () => {
    for (const format of ["text", "json", "markdown", "junit"]) {
      const { code, stdout, stderr } = await gated("holds", "--format", format);
      expect([code, stderr]).toEqual([0, ""]);
      expect(stdout).toContain("It takes more energy.");
    }
    expect((await gated("misses")).code).toBe(10);
    expect(await gated("not-judged")).toMatchObject({
      code: 11,
      stdout: expect.stringMatching(/^Not judged\. /),
    });
  });

  it("never passes by an outcome that isn't known, and says which it is", async () => {
    const { code, stdout } = await gated("degraded");
    expect(code).toBe(11);
    expect(stdout).toMatch(/^Unsure: .*\n {2}unsure outcome: The server answers "degraded", which/);
    expect((await gated("degraded", "--allow-unsure")).code).toBe(11);
  });
});

it("ends with 2 if git can't say where the branch left, before it asks anything", async () => {
  const { code, stderr } = await gate("http://127.0.0.1:1", "--baseline", "merge-base");
  expect([code, stderr]).toEqual([2, expect.stringContaining("not a git checkout")]);
});
