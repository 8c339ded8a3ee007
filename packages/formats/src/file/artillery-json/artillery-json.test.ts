import { readFileSync } from "node:fs";
import { join } from "node:path";
import { mergeAllCells } from "@headroom/core";
import { describe, expect, it } from "vitest";
import { parseAll } from "../../recorder.ts";
import { artilleryJson } from "./index.ts";

const fixture = (name: string) => readFileSync(join(import.meta.dirname, "fixtures", name));

describe("an Artillery report", () => {
  const { report, recorder } = parseAll(artilleryJson, fixture("failing.json"));
  const startMicros = Date.UTC(2026, 10, 21, 10) * 1_000;

  it("has intervals of ten seconds that add up to its totals", () => {
    const intervals = recorder.all.intervals.map((interval) => [interval.startMicros, interval.seconds]);
    expect(intervals).toEqual([
      [startMicros, 10],
      [startMicros + 10_000_000, 10],
    ]);
    for (const label of recorder.labels) {
      const { requests, errors, bytes } = mergeAllCells(label.intervals.map(({ cell }) => cell));
      expect({ requests, errors, bytes }, label.name).toEqual({
        requests: label.total?.requests,
        errors: label.total?.errors,
        bytes: label.total?.bytes,
      });
    }
  });

  it("says why requests failed, of each endpoint too", () => {
    expect(Object.fromEntries(recorder.all.failures)).toEqual({
      503: 6,
      ETIMEDOUT: 6,
      "Failed capture or match": 9,
    });
    expect(Object.fromEntries(recorder.named[0]?.failures ?? [])).toEqual({ 503: 6, ETIMEDOUT: 6 });
  });

  it("says that it skipped users", () => {
    const given = JSON.parse(fixture("failing.json").toString()) as {
      aggregate: { counters: Record<string, number> };
    };
    expect(report.warnings).toEqual([]);
    given.aggregate.counters["vusers.skipped"] = 40;
    const skipping = parseAll(artilleryJson, Buffer.from(JSON.stringify(given)));
    expect(skipping.report.warnings.map(({ code }) => code)).toEqual(["users-skipped"]);
  });

  it("tells how many users there were at the end of each period", () => {
    expect(recorder.gauges).toEqual([
      {
        name: "users",
        unit: null,
        values: [
          { atMicros: startMicros + 10_000_000, value: 1 },
          { atMicros: startMicros + 20_000_000, value: 0 },
        ],
      },
    ]);
  });

  it("begins and ends with its first and last metric", () => {
    expect(report).toMatchObject({
      startedAtMicros: startMicros + 500_000,
      durationSeconds: 18.5,
      accepted: 3,
    });
  });

  it("may lack its periods, and times with them", () => {
    const { aggregate } = JSON.parse(fixture("failing.json").toString());
    const bare = { aggregate: { ...aggregate, firstMetricAt: null, lastMetricAt: null } };
    expect(parseAll(artilleryJson, Buffer.from(JSON.stringify(bare))).report).toMatchObject({
      clock: "none",
      startedAtMicros: null,
      durationSeconds: null,
    });
  });

  it("of another engine is refused", () => {
    const counters = { "vusers.created": 3, "websocket.messages_sent": 9 };
    const other = Buffer.from(JSON.stringify({ aggregate: { counters } }));
    expect(artilleryJson.detect(other).match).toBe(true);
    expect(() => parseAll(artilleryJson, other)).toThrow(
      expect.objectContaining({ code: "file-unreadable" }),
    );
  });
});
