import type { RunAnswer, TrafficAnswer } from "@headroom/contract";
import { batchOf, steadySamples } from "@headroom/services/testing";
import { jtl } from "./jtl.ts";
import type { TestApp } from "./test-app.ts";
import { until } from "./until.ts";

export const JTL = jtl({ rows: 2_000 });

/** Operations that answer with the run that they write: it shows what it shows to everyone from then on. */
export const WRITES: Record<string, (world: TestApp) => Promise<RunAnswer>> = {
  "POST /v1/runs": (world) =>
    write(
      world,
      `/v1/runs?service=Written&experiment=Uploaded&target=${encodeURIComponent("p99 <= 1 ms")}`,
      JTL,
    ),
  "POST /v1/runs/live": (world) => write(world, "/v1/runs/live?service=Written&experiment=Live", ""),
  "POST /v1/runs/{id}/finish": async (world) => {
    const query = `service=Written&experiment=Finished&target=${encodeURIComponent("p99 <= 1 ms")}`;
    const { run } = await write(world, `/v1/runs/live?${query}`, "");
    const samples = steadySamples({ seconds: 20, perSecond: 20 });
    await write(
      world,
      `/v1/runs/${run.id}/cells`,
      JSON.stringify(batchOf(samples, { writer: "a", sequence: 1 })),
    );
    return write(world, `/v1/runs/${run.id}/finish`, "");
  },
  "POST /v1/runs/{id}/gauges": async (world) => {
    const query = `service=Written&experiment=Gauges&target=${encodeURIComponent("max cpu <= 80 %")}`;
    const { run } = await write(world, `/v1/runs?${query}`, JTL);
    return write(world, `/v1/runs/${run.id}/gauges`, "timestamp,cpu\n1700000001,90\n1700000002,95\n");
  },
  "POST /v1/services/{service}/traffic/runs": async (world) => {
    const at = world.test.services.clock().getTime() - 40_000;
    const lines = Array.from(
      { length: 20 },
      (_, second) => `http_req_duration,name=/a value=5 ${at + second * 1_000}000000`,
    );
    await write(world, "/write?db=Kept", lines.join("\n"));
    await until(async () => {
      const found = await world.app.inject({
        url: "/v1/services/kept/traffic",
        headers: { authorization: `Bearer ${world.home.readToken}` },
      });
      return found.statusCode === 200 && found.json<TrafficAnswer>().total.requests === lines.length;
    });
    const range = { from: new Date(at).toISOString(), to: new Date(at + 20_000).toISOString() };
    return write(world, "/v1/services/kept/traffic/runs", JSON.stringify({ ...range, experiment: "Kept" }));
  },
};

/** The answer, once everything that was sent before is counted. */
async function write(world: TestApp, url: string, payload: string): Promise<RunAnswer> {
  const headers = { authorization: `Bearer ${world.home.ingestToken}` };
  let response = await world.app.inject({ method: "POST", url, headers, payload });
  await until(async () => {
    if (![409, 425, 503].includes(response.statusCode)) return true;
    response = await world.app.inject({ method: "POST", url, headers, payload });
    return false;
  });
  if (response.statusCode >= 300) throw new Error(response.payload);
  return JSON.parse(response.payload || "{}") as RunAnswer;
}
