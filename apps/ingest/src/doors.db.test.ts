import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type {
  ComparisonAnswer,
  ExperimentList,
  ExperimentTrend,
  RunAnswer,
  RunList,
  RunVerdictAnswer,
} from "@headroom/contract";
import { runNotification } from "@headroom/contract";
import { openApiDocument } from "@headroom/contract/api";
import { headroom } from "@headroom/cli/testing";
import { RUN_OUTCOME_WORDS, RUN_OUTCOMES } from "@headroom/core";
import type { RunOutcome } from "@headroom/core";
import { createChannel } from "@headroom/services";
import { Importing, openJudgedRuns, shownIn, storedSentences } from "@headroom/services/testing";
import type { AskedRun, JudgedPair, JudgedRun, Shown } from "@headroom/services/testing";
import { forgetSamples } from "./testing/forget-samples.ts";
import { callTool, connectAssistant } from "./testing/assistant.ts";
import type { Told } from "./testing/assistant.ts";
import { CODES, PARTS, TITLES } from "./testing/gate-reports.ts";
import type { ReportFormat } from "./testing/gate-reports.ts";
import { showsOutcome } from "./testing/shows-outcome.ts";
import { createTestApp } from "./testing/test-app.ts";
import type { TestApp } from "./testing/test-app.ts";
import { JTL, WRITES } from "./testing/written-runs.ts";

let world: TestApp;
let importing: Importing;
let runs: JudgedRun[];
let asked: AskedRun[];
let pairs: JudgedPair[];
let assistant: Client;
let address: string;
const answers = new Map<string, Promise<Answer>>();
beforeAll(async () => {
  world = await createTestApp();
  importing = await Importing.into(world);
  const hook = { name: "CI", kind: "webhook", events: ["run.finished"], url: "https://ci.example/hook" };
  const webhooks = { secret: world.deps.secret, allowPrivate: false };
  await createChannel({ ctx: world.home.owner, webhooks, input: { body: hook } });
  ({ runs, asked, pairs } = await openJudgedRuns(importing));
  await new Promise<void>((listening) => asking.listen(0, "127.0.0.1", listening));
  address = `http://127.0.0.1:${(asking.address() as AddressInfo).port}`;
  assistant = await connectAssistant(cliEnv());
}, 600_000);
afterAll(async () => {
  asking.close();
  await assistant.close();
  await world.close();
});

interface Answer {
  statusCode: number;
  payload: string;
}

/** Deciding what a run shows takes longer than showing it, so each question is asked once, by whatever door comes first. */
function ask(url: string): Promise<Answer> {
  const headers = { authorization: `Bearer ${world.home.readToken}` };
  const known = answers.get(url) ?? world.app.inject({ url, headers });
  answers.set(url, known);
  return known;
}

const read = async <T>(url: string) => JSON.parse((await ask(url)).payload) as T;

const asking = createServer((request, response) => {
  void ask(request.url ?? "").then(({ statusCode, payload }) => {
    response.writeHead(statusCode, { "content-type": "application/json" });
    response.end(payload);
  });
});

const cliEnv = () => ({ HEADROOM_URL: address, HEADROOM_TOKEN: world.home.readToken });

interface Door {
  /** What it shows of a run; null: it isn't there. */
  read: (run: JudgedRun) => Promise<Partial<Shown> | null>;
  /** Which runs it shows; otherwise all. */
  of?: (run: JudgedRun) => boolean;
}

const isComplete = ({ isReceiving }: JudgedRun) => !isReceiving;
const isLatest = (run: JudgedRun) => run.isLatest;
const outcomeOf = (found: { outcome: RunOutcome | null } | null | undefined) =>
  found === null || found === undefined ? null : { outcome: found.outcome };

/** Each operation of the API, command and tool that shows what is concluded from a run. */
const DOORS: Record<string, Door> = {
  "GET /v1/runs": {
    of: isComplete,
    async read({ runId }) {
      const { runs: listed } = await read<RunList>("/v1/runs?limit=200");
      return outcomeOf(listed.find(({ id }) => id === runId));
    },
  },
  "GET /v1/runs/{id}": {
    read: async ({ runId }) => outcomeOf(await read<RunAnswer>(`/v1/runs/${runId}`)),
  },
  "GET /v1/runs/{id}/verdict": {
    read: async ({ runId }) => shownIn((await read<RunVerdictAnswer>(`/v1/runs/${runId}/verdict`)).judgement),
  },
  "GET /v1/experiments": {
    of: isLatest,
    async read({ runId }) {
      const { experiments } = await read<ExperimentList>("/v1/experiments?limit=200");
      return outcomeOf(experiments.find(({ latest }) => latest?.id === runId)?.latest);
    },
  },
  "GET /v1/experiments/{id}/trend": {
    of: isComplete,
    async read({ runId, experimentId }) {
      const { runs: points } = await read<ExperimentTrend>(
        `/v1/experiments/${experimentId}/trend?metric=p99`,
      );
      return outcomeOf(points.find(({ id }) => id === runId));
    },
  },
  "GET /v1/comparisons": {
    of: ({ runId }) => pairs.some(({ before, after }) => [before, after].includes(runId)),
    async read({ runId }) {
      const pair = pairs.find(({ before, after }) => [before, after].includes(runId));
      if (pair === undefined) return null;
      const { runs: compared } = await comparisonOf(pair);
      return outcomeOf(compared.find(({ id }) => id === runId));
    },
  },
  "headroom gate --format json": { of: isComplete, read: ({ runId }) => gate("json", [runId]) },
  "headroom gate --format text": { of: isComplete, read: ({ runId }) => gate("text", [runId]) },
  "headroom gate --format markdown": {
    of: isComplete,
    async read({ runId, shown }) {
      const said = await gate("markdown", [runId]);
      // A change of the whole run is in a table of its own, before the other findings.
      return isWholeChange(shown) ? { outcome: said.outcome ?? null } : said;
    },
  },
  "headroom gate --format junit": { of: isComplete, read: ({ runId }) => gate("junit", [runId]) },
  "tool list_runs": {
    of: isComplete,
    async read({ runId, experiment: of }) {
      const { text, data } = await call("list_runs", { experiment: of, limit: 50 });
      const one = data.runs.find(({ id }: Told) => id === runId);
      const line = text.split("\n").find((said) => said.includes(`(${runId})`)) ?? "";
      if (one !== undefined) expect(line).toContain(`outcome ${one.outcome}`);
      return outcomeOf(one);
    },
  },
  "tool list_experiments": {
    of: isLatest,
    async read({ runId }) {
      const { data } = await call("list_experiments", { limit: 50 });
      return outcomeOf(data.experiments.find(({ latest }: Told) => latest?.runId === runId)?.latest);
    },
  },
  "tool get_run": {
    async read({ runId, shown: { outcome } }) {
      const { text, data } = await call("get_run", { run: runId });
      expect(text).toContain(outcome === null ? "NOT JUDGED YET" : TOLD[outcome]);
      return outcomeOf(data);
    },
  },
};

const comparisonOf = ({ before, after }: JudgedPair) =>
  read<ComparisonAnswer>(`/v1/comparisons?runs=${before},${after}`);

const isWholeChange = ({ lead }: Shown) => lead?.[0] === "change" && lead[3] === null;

const TOLD: Record<RunOutcome, string> = {
  misses: "MISSES: ",
  regressed: "REGRESSED: ",
  unsure: "UNSURE: ",
  holds: "HOLDS: ",
  "no-change": "NO CHANGE: ",
  "not-judged": "NOT JUDGED: ",
};

/** The report of a gate, and its exit code with it. */
async function gate(
  format: ReportFormat,
  args: readonly string[],
  command = "gate",
): Promise<Partial<Shown>> {
  const { code, stdout, stderr } = await headroom([command, ...args, "--format", format, "--wait", "0"], {
    env: cliEnv(),
  });
  if (stdout === "") throw new Error(stderr);
  if (format === "json") {
    const report = JSON.parse(stdout) as { result: string } & NonNullable<RunVerdictAnswer["judgement"]>;
    if (report.result === "error") throw new Error(stdout);
    return shownIn(report);
  }
  const { title, lead } = PARTS[format](stdout.split("\n"));
  const outcome = RUN_OUTCOMES.find((one) => title.startsWith(TITLES[one])) ?? null;
  expect(code).toBe(outcome === null ? 0 : CODES[outcome]);
  return { outcome, words: lead };
}

const call = (name: string, given: Record<string, unknown>) => callTool(assistant, name, given);

/** A report says more after the finding, such as why it counts. */
function expectShown(found: Partial<Shown> | null, { shown, name }: JudgedRun): void {
  if (found === null) throw new Error(`"${name}" isn't there`);
  const said = `${shown.about ?? ""}: ${shown.words ?? ""}`;
  const words = found.words?.startsWith(said) === true ? shown.words : found.words;
  const expected = Object.fromEntries(Object.keys(found).map((key) => [key, shown[key as keyof Shown]]));
  expect.soft({ name, ...found, ...("words" in found ? { words } : {}) }).toEqual({ name, ...expected });
}

/** What shows runs of gamedays and reports, which tests of their own make: the files of these. */
const ELSEWHERE: Record<string, string> = {
  "GET /v1/gamedays/{id}": "packages/services/src/gameday/sheet.db.test.ts",
  "POST /v1/gamedays": "packages/services/src/gameday/sheet.db.test.ts",
  "PUT /v1/gamedays/{id}": "packages/services/src/gameday/sheet.db.test.ts",
  "PUT /v1/gamedays/{id}/steps/{step}/tick": "packages/services/src/gameday/sheet.db.test.ts",
  "POST /v1/gamedays/{id}/close": "packages/services/src/gameday/sheet.db.test.ts",
  "GET /v1/peak-days/{id}/readiness": "packages/services/src/readiness/readiness.db.test.ts",
};

it("has every answer and tool that shows an outcome", async () => {
  const { paths, components } = openApiDocument();
  const shows = (schema: unknown) => showsOutcome(schema, components.schemas);
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { responses }]) =>
      shows(responses) ? [`${method.toUpperCase()} ${path}`] : [],
    ),
  );
  const { tools } = await assistant.listTools();
  const told = tools.flatMap(({ name, outputSchema }) => (shows(outputSchema) ? [`tool ${name}`] : []));
  const doors = [DOORS, WRITES, PAIR_TOOLS, ELSEWHERE]
    .flatMap(Object.keys)
    .filter((name) => !name.startsWith("headroom "));
  expect(doors.toSorted()).toEqual([...operations, ...told].toSorted());
});

describe.each(Object.entries(DOORS))("%s", (_name, { read: look, of = () => true }) => {
  it("shows each run as it was decided, and no other", async () => {
    for (const run of runs) {
      const found = await look(run).catch((error: unknown) => {
        if (of(run)) throw error;
        return null;
      });
      if (of(run)) expectShown(found, run);
      else expect(found, run.name).toBeNull();
    }
  });
});

it.each(Object.entries(WRITES))("%s answers with what the run shows from then on", async (_name, send) => {
  const { run, outcome } = await send(world);
  const headers = { authorization: `Bearer ${world.home.readToken}` };
  const found = await world.app.inject({ url: `/v1/runs/${run.id}`, headers });
  expect(outcome).toBe(found.json<RunAnswer>().outcome);
});

describe("a gate with options of its own", () => {
  it("is answered the same by the API and the command", async () => {
    expect(asked).not.toHaveLength(0);
    for (const run of asked) {
      const query = new URLSearchParams();
      for (const [name, value] of Object.entries(run.query))
        for (const one of [value].flat()) query.append(name, one);
      const url = `/v1/runs/${run.runId}/verdict?${query.toString()}`;
      expectShown(shownIn((await read<RunVerdictAnswer>(url)).judgement), run);
      const args = argumentsOf(run);
      for (const format of args === null ? [] : (["json", "text"] as const))
        expectShown(await gate(format, args?.args ?? [], args?.command), run);
    }
  });

  it("changes nothing that the run itself shows", async () => {
    expect(asked).not.toHaveLength(0);
    for (const { runId, name } of asked) {
      const own = runs.find((one) => one.runId === runId);
      if (own === undefined) throw new Error(`${name} is of no run`);
      const headers = { authorization: `Bearer ${world.home.readToken}` };
      const again = await world.app.inject({ url: `/v1/runs/${runId}/verdict`, headers });
      expectShown(shownIn(again.json<RunVerdictAnswer>().judgement), own);
    }
  });
});

/** As the command takes it; null: only with a repository. */
function argumentsOf({ runId, query, asks }: AskedRun): { command: string; args: string[] } | null {
  const baseline = query["baseline"]?.toString() ?? null;
  if (asks.commit !== undefined) return null;
  if (asks.targets === "ignore") return { command: "compare", args: [baseline ?? "", runId] };
  const options = Object.entries({ baseline, "min-change": asks.minChange, detect: asks.detect });
  const given = options.flatMap(([name, value]) => (value == null ? [] : [`--${name}`, String(value)]));
  return { command: "gate", args: [runId, ...given] };
}

it("is stored in fields, and sentences are made from them", async () => {
  expect(await storedSentences(importing)).toEqual([]);
});

it("says what it answered first, and why that changed", async () => {
  for (const { runId, name, answer } of runs.filter(isComplete)) {
    const { judgement } = await read<RunVerdictAnswer>(`/v1/runs/${runId}/verdict`);
    const { first, by } = answer.changed ?? { first: answer.outcome, by: null };
    expect({ name, first: judgement?.first.outcome, by: judgement?.changed?.by ?? null }).toEqual({
      name,
      first,
      by,
    });
  }
});

describe("a file", () => {
  const folder = mkdtempSync(join(tmpdir(), "headroom-doors-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "results.jtl");
  const FILES: [target: string | null, outcome: RunOutcome][] = [
    ["p99 <= 5 s", "holds"],
    ["p99 <= 1 ms", "misses"],
    ["p99.99 <= 119 ms", "unsure"],
    [null, "not-judged"],
  ];

  it.each(FILES)(
    "with the target %s is judged the same by a server, and without one",
    async (target, outcome) => {
      writeFileSync(file, JTL);
      await forgetSamples(world);
      const env = { HEADROOM_URL: world.address, HEADROOM_TOKEN: world.home.ingestToken };
      const given = target === null ? [] : ["--target", target];
      const name = ["--service", "Files", "--experiment", target ?? "none"];
      const waiting = new AbortController();
      const sent = headroom(["upload", file, ...name, ...given, "--gate", "--json"], { env }).finally(() =>
        waiting.abort(),
      );
      while (!waiting.signal.aborted) {
        await importing.decideAll();
        await delay(50);
      }
      const { stdout, stderr, code } = await sent;
      const online = JSON.parse(stdout) as RunVerdictAnswer["judgement"];
      expect([online?.outcome, code]).toEqual([outcome, CODES[outcome]]);
      expect(stderr).toContain(outcome === "misses" ? "Misses." : "");
      if (target === null) return;
      const offline = await headroom(["gate", file, ...given, "--json"], { env });
      const alone = shownIn(JSON.parse(offline.stdout));
      expect([alone.outcome, offline.code]).toEqual([outcome, CODES[outcome]]);
      expect([alone.lead, alone.words]).toEqual([shownIn(online).lead, shownIn(online).words]);
    },
  );
});

/** Where the figure of a finding or a regression is in a comparison, and what the rows beside it show. */
function figureIn({ whole, labels, statistics }: ComparisonAnswer, { label, metric }: Figure) {
  const found = statistics[0]?.statistics ?? null;
  const inLabel = found?.labels.find((one) => one.label === label)?.metrics ?? [];
  const rows = label === null ? whole : (labels.rows.find((row) => row.label === label)?.metrics ?? []);
  const statistic = (label === null ? (found?.whole ?? []) : inLabel).find((one) => one.metric === metric);
  return { statistic, values: rows.find((row) => row.metric === metric)?.values };
}

interface Figure {
  label: string | null;
  metric: string | null;
}

it("links the comparison that a run is judged by, with the same figures", async () => {
  const counts = new Set<number>();
  for (const { runId, name } of runs.filter(isComplete)) {
    const { comparison, baseline, judgement } = await read<RunVerdictAnswer>(`/v1/runs/${runId}/verdict`);
    if (comparison === null) continue;
    const found = await read<ComparisonAnswer>(`/v1/comparisons${new URL(comparison.url).search}`);
    expect.soft(found.statistics[0]?.judgement?.outcome, name).toBe(comparison.outcome);
    expect.soft(found.judged?.level.others ?? [], name).toEqual(baseline?.level);
    counts.add(found.judged?.level.count ?? 1);
    const changes =
      judgement?.findings.filter(({ kind, ratio }) => kind === "change" && ratio !== null) ?? [];
    for (const figure of [...comparison.regressions, ...changes]) {
      const { before, after, ratio, interval } = figure;
      const { statistic, values } = figureIn(found, figure);
      expect.soft({ name, ...statistic }).toMatchObject({ name, before, after, ratio, interval });
      expect.soft(values, name).toEqual([before, after]);
    }
  }
  expect(Math.max(...counts)).toBeGreaterThan(2);
});

it("answers the one judgement of a pair", async () => {
  for (const pair of pairs) {
    const { statistics } = await comparisonOf(pair);
    const found = statistics[0]?.judgement;
    expect.soft({ name: pair.name, ...shownIn(found ? { ...found, reason: null } : null) }).toEqual({
      name: pair.name,
      ...pair.shown,
    });
  }
});

const PAIR_TOOLS: Record<string, (pair: JudgedPair) => Promise<Told>> = {
  "tool compare_runs": async ({ before, after }) => (await call("compare_runs", { before, after })).data,
};

it.each(Object.entries(PAIR_TOOLS))("%s answers it, too", async (_name, look) => {
  for (const pair of pairs) {
    const { outcome, because } = await look(pair);
    expect.soft({ name: pair.name, outcome }).toEqual({ name: pair.name, outcome: pair.shown.outcome });
    if (pair.shown.outcome === "regressed") expect(because[0], pair.name).toContain(pair.shown.words);
  }
});

it("is what messages lead with", async () => {
  const rows = await importing.inHome((tx) => tx.prisma.delivery.findMany());
  const told = rows.map(({ body, title }) => ({ title, body: runNotification.parse(JSON.parse(body)) }));
  for (const { name, runId, answer, shown } of runs.filter(isComplete)) {
    const said = told.find(({ body }) => body.run.id === runId);
    expect.soft(said, name).toBeDefined();
    if (said === undefined) continue;
    const outcome = said.body.outcome ?? "not-judged";
    expect.soft(said.title, name).toMatch(new RegExp(`^${RUN_OUTCOME_WORDS[outcome]}\\b`));
    // It was sent before or after that changed.
    if (answer.changed !== undefined)
      expect.soft([shown.outcome, answer.changed.first], name).toContain(outcome);
    if (answer.changed !== undefined) continue;
    expect.soft(shownIn(said.body), name).toEqual(shown);
  }
});
