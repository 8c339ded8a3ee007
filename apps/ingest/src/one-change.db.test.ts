import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ComparisonAnswer, RunAnswer, RunComparison, RunVerdictAnswer } from "@headroom/contract";
import { figureText, printedChange } from "@headroom/core";
import { formatChange } from "@headroom/core/format";
import { headroom } from "@headroom/cli/testing";
import { getComparisonStatistics, getJudgedComparison } from "@headroom/services";
import { startJobs } from "./jobs/start-jobs.ts";
import { commandLine } from "./testing/command-line.ts";
import { JTL_HEADER } from "./testing/jtl.ts";
import { createTestApp } from "./testing/test-app.ts";
import type { TestApp } from "./testing/test-app.ts";
import { until } from "./testing/until.ts";

const silent = { debug: () => undefined, warn: () => undefined, error: () => undefined };

let world: TestApp;
let jobs: ReturnType<typeof startJobs>;
let before: string;
let after: string;
let page: RunComparison;
let answer: ComparisonAnswer;
beforeAll(async () => {
  world = await createTestApp();
  jobs = startJobs(world.deps, silent);
  const nights: string[] = [];
  for (let night = 0; night < 8; night++) nights.push(await upload(night, 1));
  before = nights.at(-1) ?? "";
  await world.test.db.inWorkspace(world.home.workspaceId, async (tx) => {
    const { experimentId } = await tx.prisma.run.findUniqueOrThrow({ where: { id: before } });
    await tx.prisma.experiment.update({ where: { id: experimentId }, data: { baselineRunId: before } });
  });
  after = await upload(8, 1.15);
  const input = { runIds: [before, after], webUrl: world.deps.webUrl };
  page = await getJudgedComparison({ ctx: world.home.viewer, input: { ...input, judged: null } });
  await until(async () => {
    answer = await read(`/v1/comparisons?runs=${before},${after}`);
    return answer.statistics[0]?.state === "ready";
  });
});
afterAll(async () => {
  await jobs.stop();
  await world.close();
});

/** A slow start that the judged window leaves out, and latencies that no two nights share. */
async function upload(night: number, slower: number): Promise<string> {
  const rows = Array.from({ length: 150 * 40 }, (_, at) => {
    const scattered = Math.sin((at + 1) * (night + 2) * 12.9898) * 43_758.5453;
    const share = scattered - Math.floor(scattered);
    const warmUp = at < 20 * 40 ? 3 : 1;
    const elapsed = Math.round((20 - 30 * Math.log(1 - share * 0.999)) * slower * warmUp);
    const start = 1_700_000_000_000 + night * 86_400_000 + at * 25;
    const outcome = share > 0.995 ? "500,Server Error" : "200,OK";
    return `${start},${elapsed},GET /${at % 3},${outcome},Thread 1,text,${share <= 0.995},,512,128,10,10,null,${elapsed},0,1`;
  });
  const response = await world.app.inject({
    method: "POST",
    url: "/v1/runs?service=Shop&experiment=Nightly",
    headers: { authorization: `Bearer ${world.home.ingestToken}` },
    payload: `${JTL_HEADER}\n${rows.join("\n")}\n`,
  });
  return response.json<{ run: { id: string } }>().run.id;
}

async function read<T>(url: string): Promise<T> {
  const headers = { authorization: `Bearer ${world.home.readToken}` };
  return (await world.app.inject({ url, headers })).json<T>();
}

/** What each door is compared with: the figures and changes of the page. */
const shown = (rows = page.whole) =>
  rows.map(({ metric, values: [from, to], changes: [, change] }) => ({
    metric,
    before: from,
    after: to,
    ratio: change?.times,
  }));

const known = (metrics: NonNullable<ComparisonAnswer["statistics"][number]["statistics"]>["whole"] = []) =>
  metrics.map((one) => ({ metric: one.metric, before: one.before, after: one.after, ratio: one.ratio }));

it("is on the page and in its statistics, of the judged windows", async () => {
  expect(page.runs.map(({ window }) => window.kind)).toEqual(["steady", "steady"]);
  const input = { runIds: [before, after] };
  const { pairs } = await getComparisonStatistics({ ctx: world.home.viewer, input });
  expect(known(pairs[0]?.statistics?.whole)).toEqual(shown());
  expect(known(answer.statistics[0]?.statistics?.whole)).toEqual(shown());
  expect(shown(answer.whole)).toEqual(shown());
  for (const [side, id] of [
    ["before", before],
    ["after", after],
  ] as const) {
    const { steady } = await read<RunAnswer>(`/v1/runs/${id}`);
    const p99 = shown().find(({ metric }) => metric === "p99");
    expect(figureText("p99", p99?.[side] ?? 0)).toBe(figureText("p99", steady?.summary.latencyMs.p99 ?? 0));
  }
});

it("is stored with the run, and of each label", async () => {
  const { comparison } = await read<RunAnswer>(`/v1/runs/${after}`);
  expect(known(comparison?.verdict?.whole)).toEqual(shown());
  const { mean: _, ...percentiles } = comparison?.latencyMs ?? {};
  expect(Object.values(percentiles).map(({ baseline, value, times }) => [baseline, value, times])).toEqual(
    shown().flatMap(({ metric, ...one }) =>
      metric.startsWith("p") ? [[one.before, one.after, one.ratio]] : [],
    ),
  );
  for (const { label, metrics } of answer.statistics[0]?.statistics?.labels ?? [])
    expect(known(metrics)).toEqual(shown(page.labels.rows.find((row) => row.label === label)?.metrics));
});

/** What the verdict of the run names as regressed, as the page has it. */
async function regressed() {
  const { comparison } = await read<RunVerdictAnswer>(`/v1/runs/${after}/verdict?baseline=pinned`);
  return (comparison?.regressions ?? []).map((one) => {
    const rows =
      one.label === null ? page.whole : page.labels.rows.find(({ label }) => label === one.label)?.metrics;
    const row = rows?.find(({ metric }) => metric === one.metric);
    return { one, row, printed: printedChange(one.metric, one) };
  });
}

it("is what the verdict of the run, the gate and an assistant say, and the quotient of what they print", async () => {
  const found = await regressed();
  expect(found.some(({ one }) => one.metric === "p50" && one.label === null)).toBe(true);
  expect(found.some(({ one }) => one.label !== null)).toBe(true);
  const env = { HEADROOM_URL: world.address, HEADROOM_TOKEN: world.home.readToken };
  const gate = await headroom(["gate", after, "--baseline", before], { env });
  expect(gate.code).toBe(10);
  const assistant = await ask(env, { before, after });
  for (const { one, row, printed } of found) {
    const [from, to] = row?.values ?? [];
    const change = row?.changes[1];
    expect([one.before, one.after, one.ratio]).toEqual([from, to, change?.times]);
    expect(printed.size).toBe(change?.words?.percent);
    expect(formatChange(Number.parseFloat(printed.after) / Number.parseFloat(printed.before) - 1)).toBe(
      printed.size,
    );
    const about = one.label === null ? one.metric : `${one.metric} of "${one.label}"`;
    const said = { gate: lineOf(gate.stdout, about), assistant: lineOf(assistant, about) };
    expect(said.gate).toContain(
      `${printed.before} before, ${printed.after} now, ${printed.size} (95% interval `,
    );
    expect(said.assistant).toContain(
      `from ${printed.before} to ${printed.after}, ${printed.size} (95% interval `,
    );
  }
});

function lineOf(text: string, about: string): string {
  return text.split("\n").find((line) => line.includes(`${about}: `)) ?? "";
}

async function ask(env: Record<string, string>, runs: { before: string; after: string }): Promise<string> {
  const client = new Client({ name: "test", version: "1" });
  const [command, args] = [process.execPath, [commandLine(), "mcp"]];
  const path = process.env["PATH"] ?? "";
  await client.connect(
    new StdioClientTransport({ command, args, env: { PATH: path, ...env }, stderr: "ignore" }),
  );
  const { content } = await client.callTool({ name: "compare_runs", arguments: runs });
  await client.close();
  return content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
}
