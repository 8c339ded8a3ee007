import { describe, expect, it } from "vitest";
import {
  PRESETS,
  readSeconds,
  readTrafficView,
  spanOf,
  trafficAddress,
  trafficFeed,
} from "./search-params.ts";

const NOW = new Date("2026-11-23T08:00:00.400Z");

describe("the address of live traffic", () => {
  it("is read as it was written", () => {
    for (const search of [
      {},
      { last: "7d" },
      { last: "1h", label: "GET /a b&c" },
      { from: "2026-11-23T07:00:00.000Z", to: "2026-11-23T07:10:00.000Z", label: "x" },
    ]) {
      const address = trafficAddress("über-uns", readTrafficView(search));
      const written = Object.fromEntries(new URL(address, "http://h").searchParams);
      expect(written).toEqual(search);
      expect(readTrafficView(written)).toEqual(readTrafficView(search));
    }
  });

  it("ignores what it can't read", () => {
    const first = readTrafficView({});
    for (const search of [
      { last: "constructor" },
      { from: "2026-11-23T07:00:00Z" },
      { from: "2026-11-23T07:00:00Z", to: "2026-11-23T06:00:00Z" },
      { from: "x", to: "y" },
      { from: "-271821-04-20T00:00:00Z", to: "+275760-09-13T00:00:00Z" },
      { label: ["a", "b"] },
    ])
      expect(readTrafficView(search), JSON.stringify(search)).toEqual(first);
  });

  it("ends now and is followed, or is fixed and isn't", () => {
    expect(spanOf(readTrafficView({}), NOW)).toEqual({
      from: "2026-11-23T07:45:00.000Z",
      to: "2026-11-23T08:00:00.000Z",
    });
    const followed = readTrafficView({ last: "24h", label: "GET /a&b" });
    expect(trafficFeed("a/b", followed)).toBe("/api/feed/services/a%2Fb?last=24h&label=GET+%2Fa%26b");
    const fixed = readTrafficView({ from: "2026-11-23T07:00:00Z", to: "2026-11-23T07:10:00Z" });
    expect(spanOf(fixed, NOW)).toEqual(fixed.range);
    expect(trafficFeed("shop", fixed)).toBeNull();
  });

  it("is read again less often the longer it is", () => {
    expect(PRESETS.map(readSeconds)).toEqual([1, 1, 20, 20, 60, 60]);
  });
});
