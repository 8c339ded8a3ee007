import { runAnswer } from "@headroom/contract";
import { createToken, updateWorkspaceSettings } from "@headroom/services";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp } from "../testing/test-app.ts";
import type { TestApp } from "../testing/test-app.ts";

const NOW = new Date("2026-11-21T09:43:00Z");
const SECRET = "--password=hunter2";

let world: TestApp;
let manager: string;
beforeAll(async () => {
  world = await createTestApp();
  world.test.pass((NOW.getTime() - world.test.services.clock().getTime()) / 1_000);
  const ctx = world.home.owner;
  manager = (await createToken({ ctx, input: { name: "m", scopes: ["read", "manage"] } })).secret;
});
afterAll(() => world.close());

async function send(method: "POST" | "PATCH", url: string, payload: object, token = world.home.ingestToken) {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const response = await world.app.inject({ method, url, headers, payload });
  expect(response.statusCode, response.payload).toBeLessThan(300);
  return response;
}

async function name(runAttributes: string[]): Promise<void> {
  await send("PATCH", "/v1/workspace/settings", { runAttributes }, manager);
}

async function open(parameters: [string, string][] = []): Promise<string> {
  const query = new URLSearchParams([["service", "Shop"], ["experiment", "Peak"], ...parameters]);
  const response = await send("POST", `/v1/runs/live?${query.toString()}`, {});
  return runAnswer.parse(response.json()).run.id;
}

/** Requests of one second, as each resource counted them. */
function measured(resources: Record<string, string>[], second: number): object {
  const at = (NOW.getTime() - 60_000) * 1_000_000 + second * 1e9;
  return {
    resourceMetrics: resources.map((resource) => ({
      resource: { attributes: attributes(resource) },
      scopeMetrics: [
        {
          metrics: [
            {
              name: "http.server.request.duration",
              unit: "s",
              histogram: {
                aggregationTemporality: 1,
                dataPoints: [
                  {
                    attributes: attributes({ "http.route": "/a", "http.request.method": "GET" }),
                    startTimeUnixNano: String(at),
                    timeUnixNano: String(at + 1e9),
                    count: "10",
                    sum: 1,
                    bucketCounts: ["10", "0"],
                    explicitBounds: [0.2],
                  },
                ],
              },
            },
          ],
        },
      ],
    })),
  };
}

function attributes(all: Record<string, string>) {
  return Object.entries(all).map(([key, stringValue]) => ({ key, value: { stringValue } }));
}

async function finish(run: string) {
  return runAnswer.parse((await send("POST", `/v1/runs/${run}/finish`, {})).json());
}

const shop = (version: string) => ({ "service.version": version, "process.command_args": SECRET });

describe("resource attributes of a live run's metrics", () => {
  it("are nowhere in it while the workspace names none", async () => {
    await updateWorkspaceSettings({
      ctx: world.foreign.owner,
      input: { runAttributes: ["service.version", "process.command_args"] },
    });
    const run = await open();
    await send("POST", `/v1/metrics?run=${run}`, measured([shop("1.4")], 0));
    const { setup, summary } = await finish(run);
    expect([setup?.configuration, summary.requests]).toEqual([{}, 10]);
  });

  it("become its configuration if the workspace names them, with the values of all resources", async () => {
    await name(["service.version", "host.type"]);
    const run = await open([["configuration", "memory=8 GB"]]);
    const first = measured([{ ...shop("1.5"), "host.type": "c7g" }, shop("1.4")], 0);
    for (const body of [first, first, measured([shop("1.10")], 1)])
      await send("POST", `/v1/metrics?run=${run}`, body);
    const answer = await finish(run);
    expect(answer.setup?.configuration).toEqual({
      memory: "8 GB",
      "service.version": "1.10, 1.4, 1.5",
      "host.type": "c7g",
    });
    expect(answer.warnings.filter(({ code }) => code === "metadata-differs")).toEqual([]);
    expect(JSON.stringify(answer)).not.toContain("hunter2");
    const stored = await world.test.db.inWorkspace(world.home.workspaceId, async ({ prisma }) => [
      await prisma.liveMetrics.findUniqueOrThrow({ where: { runId: run } }),
      await prisma.run.findUniqueOrThrow({ where: { id: run } }),
      await prisma.series.findMany({ where: { runId: run } }),
      await prisma.auditEntry.findMany(),
    ]);
    const text = JSON.stringify(stored, (_, value: unknown) =>
      typeof value === "bigint" ? String(value) : value,
    );
    expect(text).toContain("1.10");
    expect(text).not.toContain("hunter2");
  });

  it("leave what people said about the run, also when it was opened again", async () => {
    await name(["service.version", "host.type", "cloud.region"]);
    const identity = (configuration: string[]): [string, string][] => [
      ["commit", "abc"],
      ["run", "again"],
      ...configuration.map((one): [string, string] => ["configuration", one]),
    ];
    const run = await open([...identity(["service.version=2.0"])]);
    const resource = { ...shop("1.5"), "host.type": "c7g", "cloud.region": "eu-west-1" };
    await send("POST", `/v1/metrics?run=${run}`, measured([resource], 0));
    expect(await open(identity(["cloud.region=Ireland"]))).toBe(run);
    const { setup, warnings } = await finish(run);
    expect(setup?.configuration).toEqual({
      "service.version": "2.0",
      "host.type": "c7g",
      "cloud.region": "Ireland",
    });
    expect(warnings.filter(({ code }) => code === "metadata-differs")).toEqual([]);
  });

  it("add keys only until there are 50, in the order of the list, and only what is still named", async () => {
    await name(["host.type", "service.version", "cloud.region"]);
    const own = Array.from({ length: 48 }, (_, at): [string, string] => ["configuration", `key${at}=${at}`]);
    const run = await open(own);
    const resource = { ...shop("1.5"), "host.type": "c7g", "cloud.region": "eu-west-1" };
    await send("POST", `/v1/metrics?run=${run}`, measured([resource], 0));
    const other = await open();
    await send("POST", `/v1/metrics?run=${other}`, measured([resource], 0));
    const configuration = (await finish(run)).setup?.configuration ?? {};
    expect(Object.keys(configuration)).toHaveLength(50);
    expect(configuration).toMatchObject({ "host.type": "c7g", "service.version": "1.5", key47: "47" });
    await name(["cloud.region"]);
    expect((await finish(other)).setup?.configuration).toEqual({ "cloud.region": "eu-west-1" });
  });
});
