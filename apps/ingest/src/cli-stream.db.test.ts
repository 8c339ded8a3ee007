import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { runAnswer } from "@headroom/contract";
import type { RunAnswer } from "@headroom/contract";
import { getRunTimeline } from "@headroom/services";
import { detectFormat, peekFirstStart } from "@headroom/formats";
import { readFixtures } from "@headroom/formats/testing";
import type { Fixture } from "@headroom/formats/testing";
import { commandLine } from "./testing/command-line.ts";
import { startHeadroom } from "@headroom/cli/testing";
import { forgetSamples } from "./testing/forget-samples.ts";
import { startIngest } from "./testing/ingest-process.ts";
import { resultFile } from "./testing/result-files.ts";
import { jtl, JTL_HEADER, jtlRows } from "./testing/jtl.ts";
import { createTestApp } from "./testing/test-app.ts";
import type { TestApp } from "./testing/test-app.ts";

let world: TestApp;
let folder: string;
beforeAll(async () => {
  world = await createTestApp();
  folder = mkdtempSync(join(tmpdir(), "headroom-stream-"));
});
afterEach(() => forgetSamples(world));
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await world.close();
});

function fileOf(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** The number of a process that can't exist. */
const ENDED = ["--until-exit", "4194305"];

interface Options {
  url?: string;
  stdin?: string;
}

function commandTo({ url = world.address }: Options, args: readonly string[]) {
  return {
    command: ["stream", ...args, "--service", "Checkout", "--json"],
    env: { HEADROOM_URL: url, HEADROOM_TOKEN: world.home.ingestToken },
  };
}

const answerIn = (stdout: string): RunAnswer => runAnswer.parse(JSON.parse(stdout));

function begin(args: readonly string[], options: Options = {}) {
  const { command, env } = commandTo(options, args);
  const { said, stop, ended } = startHeadroom(command, { ...options, env });
  return {
    said,
    stop,
    async end() {
      const { code, stdout, stderr } = await ended;
      return { code, stderr, answer: () => answerIn(stdout) };
    },
  };
}

/** In a process of its own, which gets signals. */
function beginProcess(args: readonly string[]) {
  const { command, env } = commandTo({}, args);
  const child = spawn(process.execPath, [commandLine(), ...command], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const closed = once(child, "close");
  return {
    child,
    said: () => stderr,
    async end() {
      const [code] = await closed;
      return { code: Number(code), answer: () => answerIn(stdout) };
    },
  };
}

const stream = (args: readonly string[]) => begin(args).end();

/** What an upload of the same file answers; null if it is refused. */
async function upload(parameters: Record<string, string | string[]>, body: string | Uint8Array) {
  const query = new URLSearchParams({ service: "Checkout" });
  for (const [name, value] of Object.entries(parameters))
    for (const one of [value].flat()) query.append(name, one);
  const headers = { authorization: `Bearer ${world.home.ingestToken}` };
  const response = await fetch(`${world.address}/v1/runs?${query.toString()}`, {
    method: "POST",
    headers,
    body: Buffer.from(body),
  });
  const answer = response.ok ? runAnswer.parse(await response.json()) : null;
  await forgetSamples(world);
  return answer;
}

/** A run's answer without what identifies it. */
function figuresOf({ run: of, ...answer }: RunAnswer) {
  const { id: _id, url: _url, ...rest } = of;
  return { ...answer, run: rest };
}

async function timelinesOf({ run: { id }, summary }: RunAnswer) {
  const labels = [null, ...summary.labels.slice(0, 5).map(({ label, kind }) => ({ name: label, kind }))];
  const read = labels.map(async (label) => {
    const input = { runId: id, label };
    const { points, ...rest } = await getRunTimeline({ ctx: world.home.viewer, input });
    return { ...rest, points: points.map(({ cell, ...at }) => ({ ...at, ...encoded(cell) })) };
  });
  return Promise.all(read);
}

/** To the byte of its sketches. */
function encoded({ distribution, ...figures }: { distribution: object }) {
  const hex = (sketch: unknown) =>
    sketch instanceof Object && "encode" in sketch && typeof sketch.encode === "function"
      ? Buffer.from(sketch.encode() as Uint8Array).toString("hex")
      : sketch;
  return {
    ...figures,
    distribution: Object.fromEntries(Object.entries(distribution).map(([key, of]) => [key, hex(of)])),
  };
}

async function partsOf(runId: string) {
  const headers = { authorization: `Bearer ${world.home.readToken}` };
  const get = async (path: string): Promise<unknown> =>
    (await fetch(`${world.address}${path}`, { headers })).json();
  return Promise.all(["failures", "gauges", "labels"].map((part) => get(`/v1/runs/${runId}/${part}`)));
}

const STARTED = "2026-01-05T10:00:00Z";

/** One of each way to read: every other format is compared with its upload without a server (`live-cells.test.ts`). */
const STREAMED = new Set([
  "gatling-binary",
  "generic-csv",
  "generic-ndjson",
  "hdr-log",
  "jmeter-xml",
  "k6-ndjson",
  "locust-history",
  "vegeta-gob",
]);

interface Streamable {
  format: string;
  path: string;
  bytes: Uint8Array;
  given: Record<string, string>;
}

/** Null: it isn't written while a test runs. */
function streamable({ name, format, bytes, truth: { options = {} } }: Fixture): Streamable | null {
  const found = detectFormat(bytes.subarray(0, 65_536));
  if (!found.ok) return null;
  const { mapping, maxLineBytes: _ours, maxDocumentBytes: _too, startMicros: _start, ...rest } = options;
  const { firstStartMicros, relative } = peekFirstStart(found.format, bytes, rest);
  if (firstStartMicros === null) return null;
  const given: Record<string, string> = {
    ...rest,
    ...(mapping === undefined ? {} : { mapping: JSON.stringify(mapping) }),
    ...(relative ? { started: STARTED } : {}),
  };
  return { format, path: `${format}-${name}`, bytes, given };
}

function shortestFile(files: readonly Fixture[]): Streamable[] {
  for (const file of files.toSorted((x, y) => x.bytes.length - y.bytes.length)) {
    const found = streamable(file);
    if (found !== null) return [found];
  }
  return [];
}

const fixtures = Map.groupBy(readFixtures(), ({ format }) => format);
const shortestFiles = [...STREAMED].flatMap((format) => shortestFile(fixtures.get(format) ?? []));

it("has a file of each of them", () => {
  expect(new Set(shortestFiles.map(({ format }) => format))).toEqual(STREAMED);
});

describe.each(shortestFiles)("headroom stream of $path", ({ path: name, bytes, given }) => {
  it("makes the run that an upload makes", async () => {
    const path = fileOf(name, bytes);
    const target = ["p99 <= 200 ms", "error rate <= 1%"];
    const whole = await upload({ experiment: `whole ${name}`, target, ...given }, bytes);
    const options = [...target.map((text) => ["target", text]), ...Object.entries(given)];
    const live = await stream([
      path,
      "--experiment",
      `live ${name}`,
      ...ENDED,
      ...options.flatMap(([option, value]) => [`--${option}`, value ?? ""]),
    ]);
    if (whole === null) throw new Error("the upload was refused");
    expect([live.code, live.stderr]).toEqual([0, expect.stringContaining("Streaming")]);
    expect(figuresOf(live.answer())).toEqual(figuresOf(whole));
    expect(await timelinesOf(live.answer())).toEqual(await timelinesOf(whole));
    expect(await partsOf(live.answer().run.id)).toEqual(await partsOf(whole.run.id));
  });
});

/** One address for ingest processes that follow each other. While none is running, connections break. */
async function openForwarder() {
  let target: string | null = null;
  const server = createServer((incoming, outgoing) => {
    if (target === null) {
      incoming.socket.destroy();
      return;
    }
    const { method, headers, url } = incoming;
    const onward = request(`${target}${url}`, { method, headers }, (answered) => {
      outgoing.writeHead(answered.statusCode ?? 502, answered.headers);
      answered.pipe(outgoing);
    });
    onward.on("error", () => incoming.socket.destroy());
    incoming.pipe(onward);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lead(to: string | null) {
      target = to;
      if (to === null) server.closeAllConnections();
    },
  };
}

const rows = jtlRows({ rows: 1_800, perSecond: 60 });
const textOf = (from: number, to: number) => `${rows.slice(from, to).join("\n")}\n`;

async function uploaded(experiment: string, bytes: string) {
  await forgetSamples(world);
  const answer = await upload({ experiment: `${experiment} whole` }, bytes);
  if (answer === null) throw new Error("the upload was refused");
  // Other tests upload the same bytes.
  return figuresOf({ ...answer, warnings: answer.warnings.filter(({ code }) => code !== "same-file") });
}

async function sequenceOf(writer: string, experiment: string): Promise<number> {
  const found = await world.test.db.asJobs((tx) =>
    tx.query<{ counted: number[] }>(
      "select counted from live_writer w join run r on r.id = w.run_id join experiment e on e.id = r.experiment_id where w.writer = $1 and e.name = $2",
      [writer, experiment],
    ),
  );
  return found[0]?.counted[1] ?? 0;
}

describe("headroom stream", () => {
  it("follows a growing file, line halves included, and shows the run while it goes on", async () => {
    const path = join(folder, "growing.jtl");
    const streaming = beginProcess([path, "--experiment", "growing"]);
    await vi.waitFor(() => expect(streaming.said()).toContain("Waiting for the first request"), 20_000);
    const whole = `${JTL_HEADER}\n${textOf(0, 1_800)}`;
    for (let at = 0; at < whole.length; at += 10_021) {
      appendFileSync(path, whole.slice(at, at + 10_021));
      await sleep(10);
    }
    await vi.waitFor(async () => expect(await sequenceOf("stream", "growing")).toBeGreaterThan(25), 20_000);
    expect(streaming.said()).toMatch(/to http:\/\/127\.0\.0\.1:4000\/runs\/[0-9a-f-]{36}/);
    streaming.child.kill("SIGINT");
    const { code, answer } = await streaming.end();
    expect(code).toBe(0);
    expect(figuresOf(answer())).toEqual(await uploaded("growing", whole));
  });

  it("that was killed resumes where the server is, and counts nothing twice", async () => {
    const path = fileOf("killed.jtl", `${JTL_HEADER}\n${textOf(0, 900)}`);
    const args = [path, "--experiment", "killed"];
    const { child } = beginProcess(args);
    await vi.waitFor(async () => expect(await sequenceOf("stream", "killed")).toBeGreaterThan(10), 20_000);
    child.kill("SIGKILL");
    await once(child, "close");
    appendFileSync(path, textOf(900, 1_800));
    const { code, answer } = await stream([...args, ...ENDED]);
    expect(code).toBe(0);
    expect(figuresOf(answer())).toEqual(await uploaded("killed", `${JTL_HEADER}\n${textOf(0, 1_800)}`));
    const again = await stream([...args, ...ENDED]);
    expect(again.answer().run.id).toBe(answer().run.id);
    expect(again.answer()).toEqual(answer());
  });

  it("goes on through restarts of the server", async () => {
    const path = fileOf("restarts.jtl", `${JTL_HEADER}\n${textOf(0, 600)}`);
    const forwarder = await openForwarder();
    const ingest = await startIngest(world.test.url);
    const streaming = begin([path, "--experiment", "restarts"], { url: forwarder.url });
    const retried = () => streaming.said().split("Retrying").length;
    for (const [round, address] of [ingest.address, world.address].entries()) {
      forwarder.lead(address);
      const before = await sequenceOf("stream", "restarts");
      appendFileSync(path, textOf((round + 1) * 600, (round + 1) * 600 + 300));
      await vi.waitFor(
        async () => expect(await sequenceOf("stream", "restarts")).toBeGreaterThan(before + 3),
        20_000,
      );
      forwarder.lead(null);
      ingest.child.kill("SIGKILL");
      const retries = retried();
      appendFileSync(path, textOf((round + 1) * 600 + 300, (round + 2) * 600));
      await vi.waitFor(() => expect(retried()).toBeGreaterThan(retries), 20_000);
    }
    forwarder.lead(world.address);
    streaming.stop();
    const { code, stderr, answer } = await streaming.end();
    expect([code, stderr]).toEqual([0, expect.stringContaining("Retrying")]);
    expect(figuresOf(answer())).toEqual(await uploaded("restarts", `${JTL_HEADER}\n${textOf(0, 1_800)}`));
  });

  it("sends a file again from its beginning if the run was closed in the meantime", async () => {
    const path = fileOf("closed.jtl", `${JTL_HEADER}\n${textOf(0, 900)}`);
    const streaming = begin([path, "--experiment", "closed"]);
    await vi.waitFor(async () => expect(await sequenceOf("stream", "closed")).toBeGreaterThan(10), 20_000);
    const [id] = /[0-9a-f-]{36}/.exec(streaming.said()) ?? [];
    const headers = { authorization: `Bearer ${world.home.ingestToken}` };
    await fetch(`${world.address}/v1/runs/${id}/finish`, { method: "POST", headers, body: "{}" });
    appendFileSync(path, textOf(900, 1_800));
    await vi.waitFor(() => expect(streaming.said()).toContain("again from its beginning"), 20_000);
    streaming.stop();
    const { answer } = await streaming.end();
    expect(figuresOf(answer())).toEqual(await uploaded("closed", `${JTL_HEADER}\n${textOf(0, 1_800)}`));
  });

  it("reads a pipe to its end", async () => {
    const whole = `${JTL_HEADER}\n${textOf(0, 1_800)}`;
    const { code, answer } = await begin(["-", "--experiment", "piped"], { stdin: whole }).end();
    expect(code).toBe(0);
    expect(figuresOf(answer())).toEqual(await uploaded("piped", whole));
  });

  it("of several writers makes one run", async () => {
    const halves = [0, 1].map((half) => rows.filter((_, at) => at % 2 === half).join("\n"));
    const ended = await Promise.all(
      halves.map((half, at) => {
        const path = fileOf(`half-${at}.jtl`, `${JTL_HEADER}\n${half}\n`);
        const own = ["--run", "night", "--writer", `generator-${at}`, ...ENDED];
        return stream([path, "--experiment", "several", ...own]);
      }),
    );
    expect(ended.map(({ code }) => code)).toEqual([0, 0]);
    expect(new Set(ended.map(({ answer }) => answer().run.id)).size).toBe(1);
    const most = Math.max(...ended.map(({ answer }) => answer().summary.requests ?? 0));
    expect(most).toBe(1_800);
  });

  it("refuses another file under a writer's name, unless it is to replace the first", async () => {
    const args = ["--experiment", "shared", "--run", "night", "--writer", "one", ...ENDED];
    const first = fileOf("first.jtl", jtl({ rows: 200 }));
    const second = fileOf("second.jtl", jtl({ rows: 300, startMillis: 1_700_000_000_500 }));
    expect((await stream([first, ...args])).code).toBe(0);
    const refused = await stream([second, ...args]);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining("--writer")]);
    const replaced = await stream([second, ...args, "--again"]);
    expect(replaced.answer().summary.requests).toBe(300);
  });

  it("ends the run if its file is cut", async () => {
    const path = fileOf("cut.jtl", jtl({ rows: 1_500 }));
    const streaming = begin([path, "--experiment", "cut"]);
    await vi.waitFor(async () => expect(await sequenceOf("stream", "cut")).toBeGreaterThan(10), 20_000);
    truncateSync(path, 0);
    const { code, stderr, answer } = await streaming.end();
    expect([code, stderr]).toEqual([0, expect.stringContaining("cut or replaced")]);
    expect(answer().summary.requests).toBe(1_500);
  });

  it("ends when nothing new has come for long enough", async () => {
    const path = fileOf("idle.jtl", jtl({ rows: 500 }));
    const { code, answer } = await stream([path, "--experiment", "idle", "--until-idle", "0.1"]);
    expect([code, answer().summary.requests]).toEqual([0, 500]);
  });

  it.each([
    ["no file", [], 2, "No file given"],
    ["two files", ["a.jtl", "b.jtl"], 2, "one file"],
    ["no number", ["a.jtl", "--until-idle", "soon"], 2, "--until-idle"],
    ["a summary", ["SUMMARY"], 2, "headroom upload"],
    ["no request", ["EMPTY", ...ENDED], 2, "no request"],
    ["relative times without a start", ["RELATIVE", "--unit", "ms", ...ENDED], 2, "--started"],
    ["a made-up token", ["FILE", "--token", "nonsense", ...ENDED], 3, "token"],
  ])("ends with its own code for %s", async (_name, args, expected, said) => {
    const files: Record<string, string> = {
      FILE: fileOf("codes.jtl", jtl({ rows: 10 })),
      EMPTY: fileOf("empty.jtl", `${JTL_HEADER}\n`),
      SUMMARY: fileOf("summary.json", resultFile("fortio-json").toString()),
      RELATIVE: fileOf("relative.csv", resultFile("hdr-log", "relative-ms").toString()),
    };
    const given = args.map((arg) => files[arg] ?? arg);
    const { code, stderr } = await stream([...given, "--experiment", "codes"]);
    expect([code, stderr]).toEqual([expected, expect.stringContaining(said)]);
  });
});
