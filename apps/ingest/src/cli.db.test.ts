import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request as httpRequest } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runAnswer } from "@headroom/contract";
import type { RunAnswer } from "@headroom/contract";
import { createToken } from "@headroom/services";
import { commandLine } from "./testing/command-line.ts";
import { headroom } from "@headroom/cli/testing";
import { forgetSamples } from "./testing/forget-samples.ts";
import { jtl } from "./testing/jtl.ts";
import { createTestApp } from "./testing/test-app.ts";
import type { TestApp } from "./testing/test-app.ts";
import { until } from "./testing/until.ts";
import { ParserPool } from "./upload/parser-pool.ts";

let world: TestApp;
let folder: string;
const parsers = new ParserPool(1);
beforeAll(async () => {
  world = await createTestApp({ parsers });
  folder = mkdtempSync(join(tmpdir(), "headroom-cli-"));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await world.close();
  await parsers.close();
});

function fileOf(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const commandOf = (args: readonly string[]) => ["upload", ...args, "--service", "Checkout", "--json"];

/** In a process of its own. */
function start(args: readonly string[], url = world.address): ChildProcess {
  return spawn(process.execPath, [commandLine(), ...commandOf(args)], {
    env: { ...process.env, HEADROOM_URL: url, HEADROOM_TOKEN: world.home.ingestToken },
    stdio: ["pipe", "pipe", "pipe"],
  });
}

async function run(
  args: readonly string[],
  { stdin = "", url = world.address, token = world.home.ingestToken } = {},
) {
  const env = { HEADROOM_URL: url, HEADROOM_TOKEN: token };
  const { code, stdout, stderr } = await headroom(commandOf(args), { env, stdin });
  return { code, stderr, answer: () => runAnswer.parse(JSON.parse(stdout)) };
}

const figuresOf = ({
  summary,
  steady,
  targets,
  run: { startedAt, endedAt, tool, finestStepSeconds },
}: RunAnswer) => ({
  summary,
  steady,
  targets,
  startedAt,
  endedAt,
  tool,
  finestStepSeconds,
});

/** A connection to the API that fails on request. */
async function openProxy(fails: (path: string, count: number) => "pass" | "break" | "hang") {
  const counts = new Map<string, number>();
  const server: Server = createServer((incoming, outgoing) => {
    const path = (incoming.url ?? "").replace(/\?.*/, "").replace(/[0-9a-f-]{36}/, ":id");
    const count = (counts.get(path) ?? 0) + 1;
    counts.set(path, count);
    const fate = fails(path, count);
    if (fate === "break") incoming.socket.destroy();
    if (fate !== "pass") return;
    const { method, headers, url } = incoming;
    const onward = httpRequest(`${world.address}${url}`, { method, headers }, (answered) => {
      outgoing.writeHead(answered.statusCode ?? 502, answered.headers);
      answered.pipe(outgoing);
    });
    incoming.pipe(onward);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    countOf: (path: string) => counts.get(path) ?? 0,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** As many as are counted of a writer. */
async function batchesOf(experiment: string): Promise<number> {
  const [found] = await world.test.db.asJobs((tx) =>
    tx.query<{ batches: number | null }>(
      "select max(counted[2]) as batches from live_writer w join run r on r.id = w.run_id join experiment e on e.id = r.experiment_id where e.name = $1",
      [experiment],
    ),
  );
  return found?.batches ?? 0;
}

const CELLS = "/v1/runs/:id/cells";
const target = ["--target", "p99 <= 200 ms"];

describe("headroom upload", () => {
  it("answers the same for cells, for the file and from a pipe", async () => {
    const content = jtl({ rows: 3_000 });
    const path = fileOf("same.jtl", content);
    const raw = await run([path, "--raw", "--experiment", "same", ...target]);
    // Whichever way they take.
    const copy = await run([path, "--cells", "--experiment", "copy", ...target]);
    expect(copy.answer()).toMatchObject({
      verdict: "unsure",
      setAside: { reason: "The same samples as run #1 of same" },
    });
    await forgetSamples(world);
    const cells = await run([path, "--cells", "--again", "--experiment", "same", ...target]);
    await forgetSamples(world);
    const piped = await run(["-", "--experiment", "same", ...target], { stdin: content });
    expect([raw.code, cells.code, piped.code]).toEqual([0, 0, 0]);
    expect(raw.answer().summary.requests).toBe(3_000);
    expect(figuresOf(cells.answer())).toEqual(figuresOf(raw.answer()));
    expect(figuresOf(piped.answer())).toEqual(figuresOf(raw.answer()));
  });

  it("is the same run however often it is sent, and another when that is asked for", async () => {
    const path = fileOf("again.jtl", jtl({ rows: 500 }));
    const ids: string[] = [];
    for (const more of [[], [], ["--again"]]) {
      ids.push((await run([path, "--cells", "--experiment", "again", ...more])).answer().run.id);
    }
    expect(ids[1]).toBe(ids[0]);
    expect(ids[2]).not.toBe(ids[0]);
  });

  it("prints a link if it may create one, and says what is missing if not", async () => {
    const path = fileOf("shared.jtl", jtl({ rows: 200 }));
    const scopes = ["ingest" as const, "read" as const, "manage" as const];
    const { secret: token } = await createToken({ ctx: world.home.owner, input: { name: "all", scopes } });
    const args = [path, "--experiment", "shared", "--share", "7"];
    const shared = await run(args, { token });
    expect(shared.answer().share?.url).toMatch(/\/share\/[\w-]{43}$/);
    const refused = await run(args);
    expect(refused.code).toBe(3);
    expect(refused.stderr).toContain("The run is uploaded, but has no link");
    expect(refused.stderr).toContain("manage");
  });

  it("tries again when the connection breaks, and counts every request once", async () => {
    const proxy = await openProxy((path, count) => (path === CELLS && count % 2 === 1 ? "break" : "pass"));
    try {
      const path = fileOf("broken.jtl", jtl({ rows: 2_000, perSecond: 5 }));
      const { code, stderr, answer } = await run([path, "--cells", "--experiment", "broken"], {
        url: proxy.url,
      });
      expect(code).toBe(0);
      expect(stderr).toContain("Retrying");
      expect(answer().summary.requests).toBe(2_000);
    } finally {
      await proxy.close();
    }
  });

  it("that was killed resumes where it stopped", async () => {
    const path = fileOf("killed.jtl", jtl({ rows: 4_000, perSecond: 10 }));
    const args = [path, "--cells", "--experiment", "killed"];
    let hung: () => void = () => {};
    const hanging = new Promise<void>((resolve) => (hung = resolve));
    const stuck = await openProxy((way, count) => {
      if (way !== CELLS || count < 2) return "pass";
      hung();
      return "hang";
    });
    const child = start(args, stuck.url);
    await hanging;
    child.kill("SIGKILL");
    await once(child, "close");
    await stuck.close();
    await until(async () => (await batchesOf("killed")) === 1);
    const counting = await openProxy(() => "pass");
    const { code, answer } = await run(args, { url: counting.url });
    const whole = await run([...args, "--again"]);
    await counting.close();
    expect(code).toBe(0);
    expect(counting.countOf(CELLS)).toBeGreaterThan(0);
    expect(answer().summary).toEqual(whole.answer().summary);
    expect(counting.countOf(CELLS)).toBe((await batchesOf("killed")) - 1);
  });

  it("of several files of one format makes one run of their generators", async () => {
    const one = fileOf("one.jtl", jtl({ rows: 200 }));
    const two = fileOf("two.jtl", jtl({ rows: 300 }));
    const { code, answer } = await run([one, two, "--experiment", "several"]);
    expect(code).toBe(0);
    expect(answer().summary.requests).toBe(500);
  });

  it.each([
    ["no file", [], 2],
    ["an unknown option", ["x.jtl", "--colour", "red"], 2],
    ["a file that is not there", ["/nowhere/x.jtl", "--experiment", "x"], 2],
    ["a target that cannot be read", ["FILE", "--experiment", "x", "--target", "fast"], 2],
    ["a token that is none", ["FILE", "--experiment", "x", "--token", "nonsense"], 3],
  ])("ends with its own code for %s", async (_name, args, expected) => {
    const path = fileOf("codes.jtl", jtl({ rows: 10 }));
    const { code, stderr } = await run(args.map((arg) => (arg === "FILE" ? path : arg)));
    expect([code, stderr.startsWith("headroom: ")]).toEqual([expected, true]);
  });
});
