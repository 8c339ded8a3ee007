import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { once } from "node:events";
import { PassThrough, Readable } from "node:stream";
import { expect, it } from "vitest";
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

it("ends with 2 if git can't say where the branch left, before it asks anything", async () => {
  const { code, stderr } = await gate("http://127.0.0.1:1", "--baseline", "merge-base");
  expect([code, stderr]).toEqual([2, expect.stringContaining("not a git checkout")]);
});
