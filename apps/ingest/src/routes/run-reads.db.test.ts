import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { runAnswer, runList, runWindowAnswer } from "@headroom/contract";
import type { RunAnswer } from "@headroom/contract";
import { createToken, exportCells } from "@headroom/services";
import { jtl } from "../testing/jtl.ts";
import { mergedRange, readParquet } from "../testing/read-parquet.ts";
import type { ReadCell } from "../testing/read-parquet.ts";
import { createTestApp } from "../testing/test-app.ts";
import type { TestApp } from "../testing/test-app.ts";

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

const file = jtl({ rows: 1_200, perSecond: 10 });
const START = Date.parse("2023-11-14T22:13:20Z");

async function upload(query: string, payload = file) {
  const answer = await world.app.inject({
    method: "POST",
    url: `/v1/runs?${query}`,
    headers: { authorization: `Bearer ${world.home.ingestToken}` },
    payload,
  });
  return runAnswer.parse(answer.json());
}

async function get(url: string, token = world.home.readToken) {
  const { statusCode: status, body } = await world.app.inject({
    url,
    headers: { authorization: `Bearer ${token}` },
  });
  return { status, body: JSON.parse(body) as Record<string, unknown> };
}

describe("GET /v1/runs/{id}/window", () => {
  let run: RunAnswer["run"];
  beforeAll(async () => {
    ({ run } = await upload("service=Shop&experiment=Window"));
  });

  it("has the figures of any stretch, by seconds and by instants, with their proof", async () => {
    const read = async (query: string) =>
      runWindowAnswer.parse((await get(`/v1/runs/${run.id}/window${query}`)).body);
    const stretch = await read("?from=30&to=60");
    expect(stretch.window).toMatchObject({
      kind: "custom",
      from: new Date(START + 30_000).toISOString(),
      durationSeconds: 30,
    });
    expect(stretch.summary).toMatchObject({ requests: 300, throughput: 10 });
    expect(stretch.proof.beyond.p99).toBe(3);
    const [from, to] = [stretch.window.from, stretch.window.to];
    expect(await read(`?from=${from}&to=${to}`)).toEqual(stretch);
    expect((await read("?window=whole")).summary.requests).toBe(1_200);
    const label = await read(`?from=30&to=60&label=${encodeURIComponent("GET /item/1")}`);
    expect([label.label, label.summary.requests]).toEqual(["GET /item/1", 60]);
  });

  it("refuses what isn't a stretch of the run, and says what is", async () => {
    const refusal = async (query: string) => {
      const { status, body } = await get(`/v1/runs/${run.id}/window${query}`);
      return [status, body["code"], body["field"]];
    };
    expect(await refusal("?from=30")).toEqual([400, "parameter-unreadable", "from"]);
    expect(await refusal("?from=30&to=20")).toEqual([400, "parameter-unreadable", "window"]);
    expect(await refusal("?from=900&to=960")).toEqual([400, "parameter-unreadable", "window"]);
    expect(await refusal("?from=-5&to=6")).toEqual([400, "parameter-unreadable", "from"]);
    expect(await refusal("?from=1&to=6&window=whole")).toEqual([400, "parameter-unreadable", "window"]);
    expect(await refusal("?from=1&to=6&label=none")).toEqual([404, "not-found", undefined]);
  });
});

describe("GET /v1/runs", () => {
  const list = async (query: string, token?: string) =>
    runList.parse((await get(`/v1/runs${query}`, token)).body);

  it("finds runs by experiment, branch and commit, and pages through them", async () => {
    const sha = "1b2c3d4e5f60718293a4b5c6d7e8f901a2b3c4d5";
    const ids: string[] = [];
    for (const about of [`branch=main&commit=${sha}`, "branch=main&commit=aaaaaaa1", "branch=topic", ""])
      ids.push((await upload(`service=Shop&experiment=List&${about}`)).run.id);
    const found = async (query: string) =>
      (await list(`?service=shop&experiment=list&${query}`)).runs.map(({ id }) => ids.indexOf(id));
    expect(await found("")).toEqual([3, 2, 1, 0]);
    expect(await found("branch=main")).toEqual([1, 0]);
    expect(await found(`commit=${sha.slice(0, 7)}`)).toEqual([0]);
    expect(await found("commit=1b2c3d")).toEqual([]);
    expect(await found(`commit=${sha}&commit=aaaaaaa1ff`)).toEqual([1, 0]);
    expect(await found("environment=staging")).toEqual([]);
    const first = await list("?service=shop&experiment=list&limit=3");
    const rest = await list(`?service=shop&experiment=list&limit=3&cursor=${first.next}`);
    expect([first.runs.length, rest.runs.map(({ id }) => id), rest.next]).toEqual([3, [ids[0]], null]);
    expect((await get("/v1/runs?cursor=nonsense")).body["field"]).toBe("cursor");
  });

  it("says why a run is not one to compare with", async () => {
    const failing = file.replaceAll(",200,OK,", ",500,Error,").replaceAll(",true,,", ",false,,");
    await upload("service=Shop&experiment=Flaws", failing);
    await upload("service=Shop&experiment=Flaws&target=p99<=10ms");
    await upload("service=Shop&experiment=Flaws&target=p99<=5s");
    const { runs } = await list("?experiment=flaws");
    expect(runs.map(({ flaw }) => flaw)).toEqual([
      null,
      "It missed a target.",
      "It was an outage: 100% of its requests failed.",
    ]);
  });

  it("shows nothing of another workspace, and of one service to a token of that service", async () => {
    await upload("service=Shop&experiment=Own");
    const { run } = await upload("service=Other&experiment=Own");
    expect((await list("?experiment=own", world.foreign.readToken)).runs).toEqual([]);
    const { id: serviceId } = await world.test.services.db.inWorkspace(world.home.workspaceId, (tx) =>
      tx.prisma.service.findFirstOrThrow({ where: { slug: "other" }, select: { id: true } }),
    );
    const input = { name: "other", scopes: ["read" as const], serviceId };
    const limited = await createToken({ ctx: world.home.owner, input });
    expect((await list("", limited.secret)).runs.map(({ id }) => id)).toEqual([run.id]);
    const blind = await createToken({ ctx: world.home.owner, input: { name: "i", scopes: ["ingest"] } });
    expect((await get("/v1/runs", blind.secret)).status).toBe(403);
  });
});

describe("GET /v1/runs/{id}/cells.parquet", () => {
  let run: RunAnswer["run"];
  beforeAll(async () => {
    ({ run } = await upload("service=Shop&experiment=Cells"));
  });
  const sum = (cells: readonly ReadCell[], figure: "requests" | "errors" | "bytes") =>
    Number(cells.reduce((total, cell) => total + (cell[figure] ?? 0n), 0n));
  const ask = (url: string) =>
    world.app.inject({ url, headers: { authorization: `Bearer ${world.home.readToken}` } });
  const download = async (runId: string, query = "") => {
    const { statusCode, rawPayload, headers } = await ask(`/v1/runs/${runId}/cells.parquet${query}`);
    expect([statusCode, headers["content-type"]]).toEqual([200, "application/vnd.apache.parquet"]);
    return readParquet(rawPayload);
  };
  const windowOf = async (runId: string, query: string) =>
    runWindowAnswer.parse((await get(`/v1/runs/${runId}/window${query}`)).body);

  it("adds up to what the API answers, for all requests and for each label", async () => {
    const { about, cells } = await download(run.id);
    const whole = await windowOf(run.id, "?window=whole");
    expect(about).toMatchObject({
      run: { id: run.id, service: "Shop", experiment: "Cells", tool: "jmeter", status: "finished" },
      window: { kind: "whole" },
      latencyResolutionMicros: 1_000,
      proof: whole.proof,
      seriesLeftOut: 0,
      errorsAtLeast: false,
    });
    const all = cells.filter(({ kind }) => kind === "all");
    expect([sum(all, "requests"), sum(all, "errors")]).toEqual([1_200, whole.summary.errors]);
    expect(sum(all, "bytes")).toBe(1_200 * 512);
    expect(all[0]).toMatchObject({ label: null, time: new Date(START), second: 0, step_seconds: 1 });
    const [low, high] = mergedRange(all, 0.99);
    const p99 = (whole.summary.latencyMs.p99 ?? 0) * 1_000;
    expect(p99).toBeGreaterThanOrEqual(low);
    expect(p99).toBeLessThanOrEqual(high);
    const labels = Map.groupBy(
      cells.filter(({ kind }) => kind === "request"),
      ({ label }) => label,
    );
    expect(labels.size).toBe(5);
    for (const [label, own] of labels) {
      const { summary } = await windowOf(run.id, `?window=whole&label=${encodeURIComponent(label ?? "")}`);
      expect([sum(own, "requests"), sum(own, "errors")]).toEqual([summary.requests, summary.errors]);
    }
  });

  it("has a stretch, a label or a coarser step, with the same cells as the window", async () => {
    const { cells, about } = await download(run.id, "?from=30&to=60&kind=all");
    const { window, summary } = await windowOf(run.id, "?from=30&to=60");
    expect([cells.length, sum(cells, "requests")]).toEqual([30, summary.requests]);
    expect([about.window.from, about.window.to]).toEqual([window.from, window.to]);
    const label = await download(run.id, `?label=${encodeURIComponent("GET /item/1")}&step=10`);
    expect(new Set(label.cells.map((cell) => `${cell.label} ${cell.kind} ${cell.step_seconds}`))).toEqual(
      new Set(["GET /item/1 request 10"]),
    );
    expect(sum(label.cells, "requests")).toBe(240);
  });

  it("is a download with its media type and a name of its own", async () => {
    const { headers } = await ask(`/v1/runs/${run.id}/cells.parquet?from=30&to=60`);
    expect([headers["content-type"], headers["content-disposition"]]).toEqual([
      "application/vnd.apache.parquet",
      `attachment; filename="${run.id}.parquet"`,
    ]);
  });

  it("replaces the Arrow file, and its old address says so", async () => {
    const old = await ask(`/v1/runs/${run.id}/cells.arrow`);
    expect(old.statusCode).toBe(404);
    expect(old.json()).toMatchObject({ code: "not-found", hint: expect.stringContaining("cells.parquet") });
  });

  it("answers HEAD with the headers of the file, of which nothing is written", async () => {
    const url = `${world.address}/v1/runs/${run.id}/cells.parquet`;
    const headers = { authorization: `Bearer ${world.home.readToken}` };
    const response = await fetch(url, { method: "HEAD", headers });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/vnd.apache.parquet");
    expect(response.headers.get("content-length")).toBeNull();
    expect((await fetch(`${url}?label=none`, { method: "HEAD", headers })).status).toBe(404);
  });

  it("writes two files at once for a workspace, and asks it to retry the third", async () => {
    const { db } = world.test.services;
    const { promise: isOpen, resolve: open } = Promise.withResolvers<void>();
    const inWorkspace = db.inWorkspace.bind(db);
    const held = vi
      .spyOn(db, "inWorkspace")
      .mockImplementation(async (workspaceId, work) => isOpen.then(() => inWorkspace(workspaceId, work)));
    const files = Array.from({ length: 3 }, () => ask(`/v1/runs/${run.id}/cells.parquet`));
    const refused = await Promise.race(files);
    expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([429, "1"]);
    expect(refused.json()).toMatchObject({ code: "rate-limited" });
    held.mockRestore();
    open();
    const codes = (await Promise.all(files)).map(({ statusCode }) => statusCode);
    expect(codes.toSorted((a, b) => a - b)).toEqual([200, 200, 429]);
    expect((await ask(`/v1/runs/${run.id}/cells.parquet`)).statusCode).toBe(200);
  });

  it("refuses what the run doesn't have", async () => {
    const refusal = async (query: string) => {
      const { status, body } = await get(`/v1/runs/${run.id}/cells.parquet${query}`);
      return [status, body["code"], body["field"]];
    };
    expect(await refusal("?label=none")).toEqual([404, "not-found", undefined]);
    expect(await refusal("?kind=transaction")).toEqual([404, "not-found", undefined]);
    expect(await refusal("?from=900&to=960")).toEqual([400, "parameter-unreadable", "window"]);
    expect(await refusal("?step=7")).toEqual([400, "parameter-unreadable", "step"]);
    expect(await refusal("?label=a&kind=all")).toEqual([400, "parameter-unreadable", "kind"]);
  });

  it("says whether the labels are missing, or all data over time", async () => {
    const totals = { headroom: 1, latencyUnit: "ms", total: { requests: 10 } };
    const summary = await upload("service=Shop&experiment=Totals", JSON.stringify(totals));
    const detail = async (id: string, query = "") =>
      (await get(`/v1/runs/${id}/cells.parquet${query}`)).body["detail"];
    expect(await detail(run.id, "?label=none")).toBe("The run has no such labels.");
    expect(await detail(summary.run.id)).toBe("There is no data over time.");
    expect(await detail(run.id, "?step=7")).toBe(
      'The parameter "step" is invalid: expected 1, 10, 60 or 600.',
    );
  });

  it("breaks off if the run changes meanwhile, so that no file mixes two states", async () => {
    const { run: moving } = await upload("service=Shop&experiment=Cells&run=moving&generator=a");
    const input = { runId: moving.id, parameters: {}, webUrl: world.deps.webUrl };
    const { batches } = await exportCells({ ctx: world.home.viewer, input });
    await upload("service=Shop&experiment=Cells&run=moving&generator=b");
    await expect(batches.next()).rejects.toMatchObject({ code: "conflict" });
  });

  it("gives the place of a client that goes away to the next one", async () => {
    const url = `${world.address}/v1/runs/${run.id}/cells.parquet`;
    const headers = { authorization: `Bearer ${world.home.readToken}` };
    const beginAndLeave = async () => {
      const gone = new AbortController();
      const response = await fetch(url, { headers, signal: gone.signal });
      gone.abort();
      await response.arrayBuffer().catch(() => undefined);
      return response.status;
    };
    // The server needs a moment to notice. Places that nobody gives back are taken after the second time.
    for (let at = 0; at < 3; at++) await expect.poll(beginAndLeave, { timeout: 20_000 }).toBe(200);
    await expect.poll(async () => (await ask(`/v1/runs/${run.id}/cells.parquet`)).statusCode).toBe(200);
  });
});
