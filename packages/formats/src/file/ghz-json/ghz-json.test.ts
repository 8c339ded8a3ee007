import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseAll } from "../../recorder.ts";
import { ghzJson } from "./index.ts";

const fixture = (name: string) => readFileSync(join(import.meta.dirname, "fixtures", name), "utf8");
const bare: Record<string, unknown> = JSON.parse(fixture("without-details.json"));

function parse(change: Record<string, unknown>) {
  return parseAll(ghzJson, Buffer.from(JSON.stringify({ ...bare, ...change })));
}

describe("a report of ghz", () => {
  it("is of samples where it lists its calls, else of what it says itself", () => {
    const details = [{ timestamp: "2024-05-06T07:08:09.5Z", latency: 1_500_499, error: "", status: "OK" }];
    expect(parse({}).report).toMatchObject({ source: "quoted", clock: "none" });
    const { report, recorder } = parse({ details });
    expect(report).toMatchObject({ source: "samples", clock: "absolute", accepted: 1 });
    expect(recorder.lastCompletionMicros).toBe(Date.UTC(2024, 4, 6, 7, 8, 9, 500) * 1_000 + 1_500);
  });

  it("says that it sent less than requested", () => {
    const sent = { count: 1_000, total: 10e9, statusCodeDistribution: { OK: 1_000 } };
    const codesOf = (options: object) => parse({ ...sent, options }).report.warnings.map(({ code }) => code);
    expect(codesOf({ rps: 200 })).toEqual(["rate-not-reached"]);
    expect(codesOf({ rps: 102 })).toEqual([]);
    expect(codesOf({ rps: 200, "load-schedule": "step" })).toEqual([]);
    expect(codesOf({ rps: 0 })).toEqual([]);
  });

  it("says why calls failed: by their error, else by their status", () => {
    const call = { timestamp: "2024-05-06T07:08:09Z", latency: 9 };
    const details = [
      { ...call, status: "Unavailable", error: "rpc error: refused" },
      { ...call, status: "Aborted", error: "" },
    ];
    const { recorder } = parse({ details });
    expect(Object.fromEntries(recorder.named[0]?.failures ?? [])).toEqual({
      "rpc error: refused": 1,
      Aborted: 1,
    });
    const { failures } = parse({ errorDistribution: {} }).recorder.all;
    expect([...failures.keys()].toSorted()).toEqual(["DeadlineExceeded", "Unavailable"]);
  });

  it("is one of an open load where calls did not wait for each other", () => {
    expect(parse({}).report.loadModel).toBe("open");
    expect(parse({ options: { call: "a.B/C" } }).report.loadModel).toBe("closed");
  });

  it("without a name counts for all requests", () => {
    const details = [{ timestamp: "2024-05-06T07:08:09Z", latency: 9, error: "", status: "OK" }];
    expect(parse({ options: {}, details }).recorder.named).toEqual([]);
    expect(parse({ options: null }).recorder.all.total?.requests).toBe(300);
  });

  it("has no latencies when every call failed", () => {
    const { recorder } = parse({
      statusCodeDistribution: { Unavailable: 300 },
      average: 0,
      fastest: 0,
      slowest: 0,
    });
    expect(recorder.all.total).toMatchObject({
      errors: 300,
      sumMicros: null,
      distribution: { kind: "none" },
    });
  });

  it.each([
    [{ latency: -1 }, "details.0.latency"],
    [{ timestamp: "yesterday" }, "details.0.timestamp"],
  ])("is refused for %j", (change, field) => {
    const details = [{ timestamp: "2024-05-06T07:08:09Z", latency: 9, error: "", status: "OK", ...change }];
    expect(() => parse({ details })).toThrow(expect.objectContaining({ code: "file-unreadable", field }));
  });
});
