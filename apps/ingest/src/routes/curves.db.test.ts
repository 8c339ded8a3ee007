import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { curvePreview, peakDayAnswer } from "@headroom/contract";
import { createToken, watchPeakDay } from "@headroom/services";
import { createTestApp } from "../testing/test-app.ts";
import type { TestApp } from "../testing/test-app.ts";

let world: TestApp;
let token: string;
let id: string;

beforeAll(async () => {
  world = await createTestApp();
  const input = { name: "all", scopes: ["ingest" as const, "read" as const, "manage" as const] };
  token = (await createToken({ ctx: world.home.owner, input })).secret;
  const jtl = "timeStamp,elapsed,label,success\n1795200000000,100,Home,true\n";
  await ask("POST", "/v1/runs?service=Shop&experiment=Mix", jtl);
  const made = await ask("POST", "/v1/peak-days", {
    service: "shop",
    name: "Black Friday 2025",
    startsAt: "2025-11-28T00:00",
    endsAt: "2025-11-29T00:00",
    timeZone: "America/New_York",
    eventName: "doors open",
    eventAt: "2025-11-28T08:00",
  });
  ({ id } = peakDayAnswer.parse(made.body));
});
afterAll(() => world.close());

async function ask(method: "POST" | "PUT" | "GET" | "DELETE", url: string, payload: string | object = "") {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await world.app.inject({ method, url, headers, payload });
  return {
    status: answer.statusCode,
    body: answer.body === "" ? null : answer.json<Record<string, unknown>>(),
  };
}
const send = (query: string, file: string) => ask("POST", `/v1/peak-days/${id}/curve${query}`, file);
const preview = async (query: string, file: string) => {
  const { status, body } = await send(`?preview=true${query}`, file);
  expect(status, JSON.stringify(body)).toBe(200);
  return curvePreview.parse(body);
};

/** Midnight in New York. */
const MIDNIGHT = Date.UTC(2025, 10, 28, 5) / 1_000;
const csv = (title: string, values: readonly (number | null)[], step = 600) =>
  [
    `time,${title}`,
    ...values.flatMap((value, at) => (value === null ? [] : `${MIDNIGHT + at * step},${value}`)),
  ].join("\n");
const matrix = (series: Record<string, number[]>) =>
  JSON.stringify({
    status: "success",
    data: {
      resultType: "matrix",
      result: Object.entries(series).map(([handler, values]) => ({
        metric: { __name__: "http_requests:rate5m", handler },
        values: values.map((value, at) => [MIDNIGHT + (at + 1) * 60, String(value)]),
      })),
    },
  });

describe("the curve of an earlier peak day", () => {
  it("comes from a CSV file whose column names its unit", async () => {
    const { status, body } = await send("?file=2025.csv", csv("throughput (req/s)", [100, 400, 250]));
    expect([status, peakDayAnswer.parse(body).curve]).toMatchObject([
      200,
      { source: "file", stepSeconds: 600, points: 3, peak: 400, peakAt: "2025-11-28T05:10:00.000Z" },
    ]);
  });

  it("asks for the unit with what each would mean, instead of guessing", async () => {
    const file = csv("requests", [6_000, 24_000, 15_000]);
    const refused = await send("", file);
    expect([refused.status, refused.body]).toMatchObject([400, { code: "parameter-missing", field: "unit" }]);
    expect(refused.body?.["hint"]).toContain("per-point (a peak of 40 requests/s)");
    expect(await preview("", file)).toMatchObject({
      unit: null,
      figures: null,
      units: [{ peak: 24_000 }, { peak: 400 }, { peak: 24_000 / 3_600 }, { unit: "per-point", peak: 40 }],
      problems: [{ field: "unit" }],
    });
    const { body } = await send("?unit=per-minute", file);
    expect(body).toMatchObject({ curve: { peak: 400 } });
  });

  it("reads dates without a zone by the clocks of the peak day", async () => {
    const file = "time,rps (req/s)\n2025-11-28 08:00:00,500\n2025-11-28 08:10:00,900\n";
    const { figures, notes } = await preview("", file);
    expect([figures?.peakAt, notes]).toEqual(["2025-11-28T13:10:00.000Z", []]);
  });

  it("comes from a response of Prometheus, whose rates are about the time before", async () => {
    const file = matrix({ "/cart": [10, 30, 20], "/search": [1, 2, 3] });
    const { problems, series } = await preview("", file);
    expect([problems.map(({ field }) => field), series.length]).toEqual([["series"], 2]);
    const chosen = `&unit=per-second&series=${encodeURIComponent(series[0]?.name ?? "")}`;
    expect((await preview(chosen, file)).figures).toMatchObject({
      from: "2025-11-28T05:00:00.000Z",
      peakAt: "2025-11-28T05:01:00.000Z",
      peak: 30,
    });
    const unknown = await send("?unit=per-second&series=nothing", file);
    expect([unknown.status, unknown.body?.["field"]]).toEqual([400, "series"]);
  });

  it("says what is missing, repeated and outside, and what contradicts itself", async () => {
    const values = [100, 200, null, null, 300, 250];
    const file = `${csv("rps (req/s)", values)}\n${MIDNIGHT + 600},200\n${MIDNIGHT - 600},80\nnever,1\n`;
    const { figures, notes } = await preview("", file);
    expect(figures?.holes).toMatchObject({ count: 1, seconds: 1_200 });
    expect(notes.join(" ")).toMatch(/1 line could not.*1 value outside.*1 repeated row.*not in order/);
    const twice = `${csv("rps (req/s)", values)}\n${MIDNIGHT},90\n`;
    expect((await preview("", twice)).problems[0]?.message).toContain(
      "different values for 28 Nov 2025, 00:00",
    );
    expect((await send("", twice)).status).toBe(422);
  });

  it("isn't one of another day", async () => {
    const file = `time,rps (req/s)\n${MIDNIGHT - 86_400 * 365},1\n${MIDNIGHT - 86_400 * 365 + 60},2\n`;
    const { problems } = await preview("", file);
    expect(problems[0]?.message).toContain("None of the values is within the peak day");
  });

  it("is typed in as a few points, with lines between them", async () => {
    const points = [
      { at: "2025-11-28T00:00", requestsPerSecond: 100 },
      { at: "2025-11-28T08:00", requestsPerSecond: 900 },
    ];
    const { body } = await ask("PUT", `/v1/peak-days/${id}/curve`, { points });
    expect(body).toMatchObject({ curve: { source: "typed", stepSeconds: 60, points: 481, peak: 900 } });
    for (const wrong of [
      [points[0], points[0]],
      [points[0]],
      [points[0], { at: "2025-11-30T00:00", requestsPerSecond: 1 }],
      [points[0], { at: "2025-11-28T01:00", requestsPerSecond: -1 }],
    ])
      expect((await ask("PUT", `/v1/peak-days/${id}/curve`, { points: wrong })).status).toBe(400);
  });

  it("is kept with fewer points where a file has one for each second", async () => {
    const rows = Array.from({ length: 86_400 }, (_, at) => `${MIDNIGHT + at},${at % 100}`);
    const { body } = await send("", ["time,rps (req/s)", ...rows].join("\n"));
    expect(body).toMatchObject({ curve: { points: 9_600, stepSeconds: 9 } });
  });

  it("is forgotten on request", async () => {
    const { body } = await ask("DELETE", `/v1/peak-days/${id}/curve`);
    expect(body).toMatchObject({ curve: null });
  });

  it.each([
    ["nothing", "", 422],
    ["a header", "time,rps (req/s)\n", 422],
    ["zeros", csv("rps (req/s)", [0, 0, 0]), 422],
    ["one moment", csv("rps (req/s)", [5]), 422],
    ["something else", "<html>", 422],
    ["too many series", `time,${Array.from({ length: 1_001 }, (_, at) => `s${at}`).join(",")}\n`, 413],
  ])("is refused: %s", async (_what, file, status) => {
    expect((await send("", file)).status).toBe(status);
  });
});

describe("p99 and errors of an earlier peak day", () => {
  const HOURS = [20, 24, 32, 40, 36, 30];
  const columns = (step: number, rows: readonly (readonly string[])[]) =>
    rows.map((cells, at) => [MIDNIGHT + at * step, ...cells].join(",")).join("\n");
  const hourly = `time,requests (/h),p99 (ms),errors (/h)\n${columns(
    3_600,
    HOURS.map((millions, at) => [`${millions}e6`, String(80 + at * 5), String(millions * 1_000)]),
  )}`;
  const all = "&series=requests&p99=p99&errors=errors";
  const watch = () => {
    const input = { id, webUrl: "", keepDays: { 1: 2, 10: 14, 60: 90, 600: 730 } };
    return watchPeakDay({ ctx: world.home.viewer, input });
  };

  it("come from columns of the same file, and the peak hour has the p99 of just that hour", async () => {
    const asked = await preview(all, hourly);
    expect(asked).toMatchObject({
      problems: [],
      notes: [],
      p99: { stepSeconds: 3_600, points: 6, highestMs: 105 },
    });
    expect(asked.errors).toEqual({ points: 6, failed: 182_000 });
    const { body } = await send(`?${all}`, hourly);
    expect(body).toMatchObject({ curve: { hasP99: true, hasErrors: true } });
    const view = await watch();
    expect(view.points[3]).toMatchObject({ throughput: 40e6 / 3_600, p99Ms: 95, errorRate: 0.001 });
    expect(view.total).toMatchObject({ requests: 182e6, errors: 182_000 });
    expect(view.summary).toMatchObject({
      p99Ms: null,
      busiestHour: {
        at: "2025-11-28T08:00:00.000Z",
        requests: 40e6,
        throughput: 40e6 / 3_600,
        unknownSeconds: 0,
        p99Ms: 95,
      },
    });
  });

  it("of minutes are never averaged: the peak hour has none, and a wider point has their range", async () => {
    const minutes = Array.from({ length: 1_440 }, (_, at) => ["500", at === 600 ? "1640" : "90", "0.01"]);
    const file = `time,requests (/s),p99 (ms),failed\n${columns(60, minutes)}`;
    await send("?series=requests&p99=p99&errors=failed&errorsUnit=share", file);
    const { points, pointSeconds, summary, total } = await watch();
    expect([pointSeconds, points.length]).toEqual([180, 480]);
    expect(points[199]).toMatchObject({ p99Ms: 90, p99Range: null, errorRate: 0.01 });
    expect(points[200]).toMatchObject({ p99Ms: null, p99Range: { low: 90, high: 1_640 } });
    expect(summary?.busiestHour).toMatchObject({ throughput: 500, p99Ms: null, p99Range: null });
    expect(total.errors).toBe(432_000);
  });

  it("come from one response of Prometheus whose series are named", async () => {
    const series = { requests: [500, 600], p99: [0.09, 0.12], errors: [5, 6] };
    const result = Object.entries(series).map(([__name__, values]) => ({
      metric: { __name__ },
      values: values.map((value, at) => [MIDNIGHT + (at + 1) * 3_600, String(value)]),
    }));
    const file = JSON.stringify({ status: "success", data: { resultType: "matrix", result } });
    const given = "?series=requests&p99=p99&errors=errors&unit=per-second";
    expect((await send(given, file)).body).toMatchObject({ code: "parameter-missing", field: "p99Unit" });
    expect((await send(`${given}&p99Unit=s`, file)).body).toMatchObject({ field: "errorsUnit" });
    await send(`${given}&p99Unit=s&errorsUnit=per-second`, file);
    expect((await watch()).points).toMatchObject([
      { at: "2025-11-28T05:00:00.000Z", p99Ms: 90, errorRate: 0.01 },
      { p99Ms: 120, errorRate: 0.01 },
    ]);
  });

  it("are missing where the file has none, and refused where they can't be right", async () => {
    const holed = hourly.replace(",85,24000", ",,");
    await send(`?${all}`, holed);
    const { points, total } = await watch();
    expect(points[1]).toMatchObject({ p99Ms: null, errorRate: null });
    expect([points[2]?.errorRate, total.errors]).toEqual([0.001, null]);
    expect((await preview(all, holed)).notes.join()).toContain("1 point without errors");
    const tooMany = hourly.replace(",20000\n", ",30000000\n");
    expect((await preview(all, tooMany)).problems[0]?.message).toContain(
      "More requests failed than there were",
    );
    const otherStep = hourly.replace("p99 (ms),errors (/h)", "p99 (ms),errors");
    expect((await preview(all, otherStep)).problems[0]).toMatchObject({ field: "errorsUnit" });
    expect((await send("?series=requests&p99=nothing", hourly)).body).toMatchObject({ field: "p99" });
    await ask("DELETE", `/v1/peak-days/${id}/curve`);
  });
});
