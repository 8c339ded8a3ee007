import { request as httpRequest } from "node:http";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { detectionAnswer, runAnswer } from "@headroom/contract";
import type { RunAnswer } from "@headroom/contract";
import { jtl } from "../testing/jtl.ts";
import { createTestApp } from "../testing/test-app.ts";
import type { TestApp } from "../testing/test-app.ts";

let world: TestApp;
let run: RunAnswer;
beforeAll(async () => {
  world = await createTestApp();
  const targets = ["max cpu <= 80%", "mean lag <= 100", "p99 <= 10 s at 600 users"];
  const query = targets.map((target) => `target=${encodeURIComponent(target)}`).join("&");
  const posted = await send(
    "POST",
    `/v1/runs?service=Checkout&experiment=Gauges&${query}`,
    jtl({ rows: 4_000 }),
  );
  run = runAnswer.parse(posted.body);
});
afterAll(() => world.close());

async function send(
  method: "GET" | "POST",
  url: string,
  payload: string | Buffer = "",
  token = world.home.ingestToken,
) {
  const headers = { authorization: `Bearer ${token}` };
  const response = await world.app.inject({ method, url, headers, ...(payload === "" ? {} : { payload }) });
  return { status: response.statusCode, body: response.json<Record<string, unknown>>() };
}

const gaugesUrl = (query = "") => `/v1/runs/${run.run.id}/gauges${query}`;

/** One row for every second of the run. */
function csv(header: string, values: (second: number) => string): string {
  const start = Math.floor(Date.parse(run.run.startedAt) / 1_000);
  const end = Math.ceil(Date.parse(run.run.endedAt) / 1_000);
  const lines = Array.from({ length: end - start }, (_, at) => `${start + at},${values(at)}`);
  return `${header}\n${lines.join("\n")}\n`;
}

const verdictsOf = (body: unknown) => runAnswer.parse(body).targets.map(({ verdict }) => verdict);

describe("gauges of a finished run", () => {
  it("are missed by no target before they are there, and judged once they are", async () => {
    expect(run.targets.map(({ verdict }) => verdict)).toEqual(["unsure", "unsure", "unsure"]);
    const file = csv("time,cpu (%),lag,users", (at) => `${70 + (at % 5)},90,600`);
    const posted = await send("POST", gaugesUrl(), gzipSync(file));
    expect(posted.status).toBe(200);
    const answer = runAnswer.parse(posted.body);
    expect(answer.targets.map(({ verdict, value, unit }) => [verdict, value, unit])).toEqual([
      ["met", 74, "%"],
      ["met", 90, ""],
      ["met", expect.any(Number), "s"],
    ]);
    expect(answer.targets[2]).toMatchObject({ users: 600, window: { kind: "load" } });
    expect(answer.summary).toEqual(run.summary);
  });

  it("from the same source replace earlier ones; those from another source are added", async () => {
    const hot = csv("time,cpu (%)", () => "95");
    expect(verdictsOf((await send("POST", gaugesUrl(), hot)).body)[0]).toBe("missed");
    const cool = csv("time,cpu (%),lag,users", () => "60,90,600");
    expect(verdictsOf((await send("POST", gaugesUrl(), cool)).body)).toEqual(["met", "met", "met"]);
    expect(verdictsOf((await send("POST", gaugesUrl("?source=other-host"), hot)).body)[0]).toBe("missed");
  });

  it("come with what they did beside the load", async () => {
    const file = csv("time,write units", (at) => (at < 5 ? `${at + 1}000` : "11000"));
    expect((await send("POST", gaugesUrl("?source=table"), file)).status).toBe(200);
    const { body } = await send("GET", gaugesUrl());
    const gauges = body["gauges"] as { name: string; besideLoad: Record<string, unknown> }[];
    const { besideLoad } = gauges.find(({ name }) => name === "write units") ?? {};
    expect(besideLoad).toMatchObject({ load: "requests", plateau: null, peak: null, growth: null });
    expect(besideLoad).toHaveProperty("band.high", 11_000);
  });

  it("say how many requests they are a share of", async () => {
    const header =
      "time,cache hits (% of requests),item hits (% of GET /item/1 | GET /item/2),odd (% of requests),gone (% of POST)";
    expect(
      (
        await send(
          "POST",
          gaugesUrl("?source=cache"),
          csv(header, () => "9,10,140,5"),
        )
      ).status,
    ).toBe(200);
    const { body } = await send("GET", gaugesUrl());
    const gauges = body["gauges"] as { name: string; besideLoad: { share?: unknown }; words: string[] }[];
    const shareOf = (wanted: string) => gauges.find(({ name }) => name === wanted)?.besideLoad.share;
    const near = (value: number) => expect.closeTo(value, 0);
    expect(shareOf("cache hits")).toEqual({
      of: null,
      percent: near(9),
      throughput: near(100),
      shareThroughput: near(9),
    });
    expect(shareOf("item hits")).toMatchObject({
      percent: near(10),
      throughput: near(40),
      shareThroughput: near(4),
    });
    expect(["odd", "gone"].map(shareOf)).toEqual([null, null]);
    expect(shareOf("cpu")).toBeUndefined();
    const { words = [] } = gauges.find(({ name }) => name === "item hits") ?? {};
    expect(words[0]).toMatch(/^10% of [\d.]+ req\/s \(“GET \/item\/1 \| GET \/item\/2”\) is about \d/);
  });

  it("keep the unit that they have in the run", async () => {
    const cores = await send(
      "POST",
      gaugesUrl("?source=other-host"),
      csv("time,cpu (cores)", () => "3"),
    );
    expect([cores.status, cores.body["code"], cores.body["field"]]).toEqual([409, "conflict", "unit"]);
    expect(cores.body["detail"]).toMatch(/“cpu” .* in %, .* cores/);
    const untold = await send(
      "POST",
      gaugesUrl("?source=other-host"),
      csv("time,cpu", () => "95"),
    );
    expect(untold.status).toBe(200);
  });

  it("are read over time", async () => {
    const { status, body } = await send("GET", gaugesUrl("?points=50"), "", world.home.readToken);
    expect(status).toBe(200);
    const all = body["gauges"] as { name: string; unit: string | null; points: { mean: number }[] }[];
    // The uploaded file of results has gauges of its own.
    const gauges = all.filter(({ name }) => ["cpu", "lag", "users"].includes(name));
    expect(gauges.map(({ name, unit }) => [name, unit])).toEqual([
      ["cpu", "%"],
      ["lag", null],
      ["users", null],
    ]);
    expect(gauges[2]?.points.every(({ mean }) => mean === 600)).toBe(true);
  });

  it("that cannot be read leave the run as it was", async () => {
    const before = await send("GET", `/v1/runs/${run.run.id}`);
    for (const [file, code] of [
      ["hello\n", "format-unknown"],
      ["time,cpu\n", "file-empty"],
      ["time,cpu\nyesterday,1\n", "too-many-bad-lines"],
    ] as const) {
      expect((await send("POST", gaugesUrl(), file)).body["code"]).toBe(code);
    }
    for (const query of ["?colour=red", "?source=a%00b", "?unit=%00", "?name=a%0Ab"])
      expect((await send("POST", gaugesUrl(query), "time,cpu\n")).body["code"]).toBe("parameter-unreadable");
    expect((await send("GET", `/v1/runs/${run.run.id}`)).body).toEqual(before.body);
  });

  it("and events belong to their workspace, and are written with ingest alone", async () => {
    const file = csv("time,cpu (%)", () => "1");
    const event = JSON.stringify({ at: run.run.startedAt, kind: "note", title: "x" });
    const stranger = await world.app.inject({
      method: "POST",
      url: gaugesUrl(),
      headers: { authorization: `Bearer ${world.foreign.ingestToken}` },
      payload: file,
    });
    expect(stranger.statusCode).toBe(404);
    for (const [url, payload] of [
      [gaugesUrl(), file],
      [`/v1/runs/${run.run.id}/events`, event],
    ] as const) {
      expect((await send("POST", url, payload, world.home.readToken)).status).toBe(403);
      expect((await send("POST", url, payload, world.foreign.ingestToken)).status).toBe(404);
      expect((await send("GET", url, "", world.foreign.readToken)).status).toBe(404);
    }
  });
});

const SOON = { timeout: 20_000 };

describe("a flood of gauges and events", () => {
  it("is refused as soon as too many lines are unreadable, not at the end of the file", async () => {
    const start = Math.floor(Date.parse(run.run.startedAt) / 1_000);
    // The file never ends: an answer means that it wasn't read to its end.
    const endless = Readable.from(
      (function* () {
        yield `time,cpu (%)\n${start},1\n`;
        for (;;) yield "x,y\n".repeat(4_000);
      })(),
      { objectMode: false },
    );
    const response = await fetch(`${world.address}${gaugesUrl("?source=flood")}`, {
      method: "POST",
      headers: { authorization: `Bearer ${world.home.ingestToken}` },
      body: Readable.toWeb(endless),
      duplex: "half",
    });
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
      422,
      "too-many-bad-lines",
    ]);
  });

  it("doesn't refuse a long file for a stretch of unreadable lines within the limit", async () => {
    const start = Math.floor(Date.parse(run.run.startedAt) / 1_000);
    const good = `${start},1\n`.repeat(100_000);
    const bad = "x,y\n".repeat(11_000);
    const file = gzipSync(`time,cpu (%)\n${good.repeat(11)}${bad}${good}`);
    expect((await send("POST", gaugesUrl("?source=long"), file)).status).toBe(200);
  });

  it.each([
    ["gauges", "time,cpu (%)\n"],
    ["events", "[{"],
  ])("uses places that are limited for each workspace: %s", async (kind, begun) => {
    const refused: number[] = [];
    // Two of four places are for one workspace, so the others are refused.
    const slow = Array.from({ length: 5 }, () => {
      const client = httpRequest(`${world.address}/v1/runs/${run.run.id}/${kind}`, {
        method: "POST",
        headers: { authorization: `Bearer ${world.home.ingestToken}` },
      });
      client.on("error", () => undefined);
      client.on("response", (response) => refused.push(response.resume().statusCode ?? 0));
      client.write(begun);
      return client;
    });
    try {
      await vi.waitFor(() => expect(refused).toEqual([429, 429, 429]), SOON);
      const other = await send("POST", `/v1/runs/${run.run.id}/${kind}`, "[]", world.foreign.ingestToken);
      expect(other.status).toBe(kind === "gauges" ? 404 : 400);
    } finally {
      for (const client of slow) client.destroy();
    }
    await vi.waitFor(async () => {
      expect((await send("POST", `/v1/runs/${run.run.id}/${kind}`, begun)).status).not.toBe(429);
    }, SOON);
  });
});

describe("events of a run", () => {
  const url = () => `/v1/runs/${run.run.id}/events`;

  it("are kept in order of time, one alone or several, and a repeated one once", async () => {
    const later = { at: "2026-01-01T00:00:02Z", kind: "deploy", title: "v2", url: "https://ci.example/2" };
    await send("POST", url(), JSON.stringify(later));
    const { status, body } = await send(
      "POST",
      url(),
      JSON.stringify([{ at: "2026-01-01T01:00:01+01:00", kind: "scale", title: "8 → 32" }, later]),
    );
    expect(status).toBe(200);
    expect(body["events"]).toEqual([
      { at: "2026-01-01T00:00:01.000Z", kind: "scale", title: "8 → 32", url: null },
      { at: "2026-01-01T00:00:02.000Z", kind: "deploy", title: "v2", url: "https://ci.example/2" },
    ]);
    expect((await send("GET", url(), "", world.home.readToken)).body).toEqual(body);
  });

  it("end at a limit that concurrent requests can't exceed together, and none of a request over it are added", async () => {
    const thousand = (from: number) =>
      JSON.stringify(
        Array.from({ length: 1_000 }, (_, at) => ({
          at: "2026-01-01T00:00:03Z",
          kind: "note",
          title: `event ${from + at}`,
        })),
      );
    const posted = await Promise.all([0, 1_000].map((from) => send("POST", url(), thousand(from))));
    expect(new Set(posted.map(({ status }) => status))).toEqual(new Set([200, 422]));
    expect(posted.find(({ status }) => status === 422)?.body["code"]).toBe("too-many-events");
    const { body } = await send("GET", url(), "", world.home.readToken);
    expect(body["events"]).toHaveLength(1_002);
  });

  it.each([
    ["", "parameter-missing"],
    ["{", "file-unreadable"],
    ["[]", "parameter-unreadable"],
    ['{"at":"now","kind":"note","title":"x"}', "parameter-unreadable"],
    ['{"at":"0000-01-01T00:00:00Z","kind":"note","title":"x"}', "parameter-unreadable"],
    ['{"at":"9999-12-31T23:59:59-23:59","kind":"note","title":"x"}', "parameter-unreadable"],
    ['{"at":"2026-01-01T00:00:00Z","kind":"party","title":"x"}', "parameter-unreadable"],
    [
      '{"at":"2026-01-01T00:00:00Z","kind":"note","title":"x","url":"javascript:alert(1)"}',
      "parameter-unreadable",
    ],
  ])("are refused as %j", async (payload, code) => {
    expect((await send("POST", url(), payload === "" ? " " : payload)).body["code"]).toBe(code);
  });
});

describe("POST /v1/detect", () => {
  it("names the format by the first bytes, packed or not", async () => {
    const head = jtl({ rows: 2_000 }).slice(0, 65_536);
    const expected = { id: "jmeter-csv", tool: "jmeter", reads: "lines", role: "run" };
    expect((await send("POST", "/v1/detect", head)).body["format"]).toMatchObject(expected);
    const cut = gzipSync(jtl({ rows: 20_000 })).subarray(0, 65_536);
    expect((await send("POST", "/v1/detect", cut)).body["format"]).toMatchObject(expected);
  });

  it("shows the columns of a table that no format recognizes, and the mapping that would read it", async () => {
    const rows = Array.from(
      { length: 9 },
      (_, at) => `2026-11-21T10:00:0${at}Z,${10 + at},/pay,${"x".repeat(90)}`,
    );
    const { body } = await send("POST", "/v1/detect", `when,took_ms,route,note\n${rows.join("\n")}\n`);
    const { table } = detectionAnswer.parse(body);
    expect(table?.columns.map(({ name, values }) => [name, values.length])).toEqual([
      ["when", 5],
      ["took_ms", 5],
      ["route", 5],
      ["note", 5],
    ]);
    expect(table?.columns[3]?.values[0]).toHaveLength(60);
    const mapping = JSON.parse(table?.mapping ?? "{}") as object;
    expect(mapping).toMatchObject({ latency: { column: "took_ms", unit: "ms" }, label: "route" });
    const read = await send(
      "POST",
      `/v1/detect?mapping=${encodeURIComponent(JSON.stringify(mapping))}`,
      `when,took_ms,route,note\n${rows.join("\n")}\n`,
    );
    expect(read.body).toMatchObject({ format: { id: "generic-csv" }, table: null });
  });

  it("reports for an unreadable file what was tried and why it failed", async () => {
    const { status, body } = await send("POST", "/v1/detect", "hello\n");
    expect([status, body["format"], body["table"]]).toEqual([200, null, null]);
    const tried = body["tried"] as { id: string; reason: string }[];
    expect(tried.find(({ id }) => id === "jmeter-csv")?.reason).toMatch(/timeStamp/);
  });
});
