import { describe, expect, it } from "vitest";
import { parseAll } from "../../recorder.ts";
import { vegetaJson } from "./index.ts";

const RESULT = {
  attack: "",
  seq: 0,
  code: 200,
  timestamp: "2026-11-21T11:26:39.301451759+01:00",
  latency: 24_014_595,
  bytes_out: 0,
  bytes_in: 333,
  error: "",
  body: null,
};

function parse(...changes: Record<string, unknown>[]) {
  const lines = changes.map((change) => `${JSON.stringify({ ...RESULT, ...change })}\n`);
  return parseAll(vegetaJson, Buffer.from(lines.join("")));
}

describe("JSON lines of vegeta", () => {
  it("have times with a zone", () => {
    const { recorder } = parse({});
    expect(recorder.firstStartMicros).toBe(1_795_256_799_301_451);
  });

  it("have labels by what is known of the request", () => {
    const { recorder } = parse(
      { method: "GET", url: "http://h/" },
      { url: "http://h/b" },
      { attack: "night" },
      {},
    );
    expect(recorder.countsOf("request")).toEqual({ "GET http://h/": 1, "http://h/b": 1, night: 1 });
    expect(recorder.requests.all.count).toBe(4);
  });

  it.each([
    [{ timestamp: "yesterday" }, "timestamp"],
    [{ timestamp: "2026-11-21T11:26:39" }, "timestamp"],
    [{ timestamp: "1826-11-21T11:26:39Z" }, "timestamp"],
    [{ latency: -1_000_000 }, "latency"],
    [{ latency: "5" }, "latency"],
    [{ code: null }, "code"],
  ])("%j is refused by its field", (change, column) => {
    const { report } = parse({}, change);
    expect(report.accepted).toBe(1);
    expect(report.refused.first).toMatchObject([{ line: 2, column }]);
  });
});
