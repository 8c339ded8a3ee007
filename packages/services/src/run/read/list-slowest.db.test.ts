import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Importing, sampleSource } from "../../testing/index.ts";
import type { Sample } from "../../testing/index.ts";
import { updateWorkspaceSettings } from "../../workspace/settings-update.ts";
import { getRunSlowestAnswer, listSlowest } from "./list-slowest.ts";

const START = 1_700_000_000;
const completed = (second: number) => (START + second) * 1e6 + 250_000;
const at = (second: number) => new Date(completed(second) / 1_000).toISOString();

/** One request a second; every tenth is slow, the later the slower. */
const samples: Sample[] = Array.from({ length: 120 }, (_, second) => ({
  label: second % 20 === 0 ? "POST /pay" : "GET /cart",
  completedAtMicros: completed(second),
  latencyMicros: second % 10 === 0 ? 200_000 + second * 1_000 : 20_000,
  failed: second === 110,
}));

let world: Importing;
let runId: string;
beforeAll(async () => {
  world = await Importing.open();
  const code = (sink: Parameters<NonNullable<Parameters<typeof sampleSource>[2]>>[0]) =>
    sink.add(sink.label("503", "status"), completed(119), 20_000, true, 1, 0);
  const { answer } = await world.upload({ experiment: "slowest" }, sampleSource(samples, {}, code));
  runId = answer.run.id;
});
afterAll(() => world.close());

describe("the slowest requests of a run", () => {
  it("are stored one by one, slowest first", async () => {
    const { requests, kept, window } = await listSlowest({ ctx: world.home.viewer, input: { runId } });
    expect([requests.length, kept, window.kind]).toEqual([50, 50, "whole"]);
    expect(requests.slice(0, 2)).toEqual([
      {
        label: "GET /cart",
        at: at(110),
        latencyMs: 310,
        failed: true,
        code: null,
        traceId: null,
        traceUrl: null,
      },
      {
        label: "POST /pay",
        at: at(100),
        latencyMs: 300,
        failed: false,
        code: null,
        traceId: null,
        traceUrl: null,
      },
    ]);
  });

  it("follow the window and the label", async () => {
    const label = { name: "POST /pay", kind: "request" } as const;
    const window = { fromSeconds: 30, toSeconds: 90 };
    const input = { runId, window, label };
    const { requests, kept } = await listSlowest({ ctx: world.home.viewer, input });
    expect(requests.map((one) => [one.label, one.at])).toEqual([
      ["POST /pay", at(80)],
      ["POST /pay", at(60)],
      ["POST /pay", at(40)],
    ]);
    expect(kept).toBe(50);
    const parameters = { from: at(30), to: at(90), label: label.name };
    const answer = await getRunSlowestAnswer({ ctx: world.home.viewer, input: { runId, parameters } });
    expect(answer.requests).toEqual(requests);
  });

  it("of several generators are merged, and never more than fifty", async () => {
    const more = { experiment: "shards", run: "r" };
    await world.upload({ ...more, generator: "a" }, sampleSource(samples));
    const { answer } = await world.upload({ ...more, generator: "b" }, sampleSource(samples));
    const input = { runId: answer.run.id };
    const { requests } = await listSlowest({ ctx: world.home.viewer, input });
    expect(requests.map(({ latencyMs }) => latencyMs).slice(0, 3)).toEqual([310, 310, 300]);
    expect(requests).toHaveLength(50);
  });

  it("have their traces, with a link once the workspace says where traces are", async () => {
    const ids = ["4bf92f3577b34da6a3ce929d0e0e4736", "a3ce929d0e0e4736"];
    const traced = (sink: Parameters<NonNullable<Parameters<typeof sampleSource>[2]>>[0]) => {
      const label = sink.label("GET /cart", "request");
      ids.forEach((id, index) => {
        sink.add(label, completed(index), 9_000 - index, false, 1, 0);
        sink.traced?.(label, completed(index), 9_000 - index, id);
      });
      sink.add(label, completed(2), 1_000, false, 1, 0);
    };
    const { answer } = await world.upload(
      { experiment: "traced" },
      sampleSource([], { accepted: 3 }, traced),
    );
    const read = async () => {
      const { requests } = await listSlowest({ ctx: world.home.viewer, input: { runId: answer.run.id } });
      return requests.map(({ traceId, traceUrl }) => [traceId, traceUrl]);
    };
    expect(await read()).toEqual([...ids.map((id) => [id, null]), [null, null]]);
    const settings = { traceUrl: "https://traces.example/t/{traceId}" };
    await updateWorkspaceSettings({ ctx: world.home.owner, input: settings });
    expect(await read()).toEqual([...ids.map((id) => [id, `https://traces.example/t/${id}`]), [null, null]]);
  });

  it("are absent where the source has only totals", async () => {
    const totals = sampleSource(samples);
    const read: typeof totals.read = async (intake) => {
      const found = await totals.read(intake);
      return { ...found, totals: found.totals === null ? null : { ...found.totals, slowest: [] } };
    };
    const { answer } = await world.upload({ experiment: "totals" }, { ...totals, read });
    const input = { runId: answer.run.id, window: { fromSeconds: 0, toSeconds: 10 } };
    expect(await listSlowest({ ctx: world.home.viewer, input })).toMatchObject({
      requests: [],
      kept: 0,
      window: { kind: "whole" },
    });
  });

  it("are nobody else's", async () => {
    await expect(listSlowest({ ctx: world.foreign.owner, input: { runId } })).rejects.toMatchObject({
      code: "not-found",
    });
    const rows = await world.test.services.db.inWorkspace(world.foreign.workspaceId, (tx) =>
      tx.query("select place from slow_request"),
    );
    expect(rows).toEqual([]);
  });

  it("take little room", async () => {
    const [stored] = await world.inHome((tx) =>
      tx.query<{ bytes: number }>(
        `select sum(pg_column_size(r.*))::int as bytes
           from slow_request r join part p on p.id = r.part_id where p.run_id = $1`,
        [runId],
      ),
    );
    expect(stored?.bytes).toBeLessThan(8_000);
  });
});
