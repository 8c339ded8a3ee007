import { describe, expect, it } from "vitest";
import { durationMicros, readByteSize, readCount, readDuration } from "./unit-value.ts";

describe("a duration with its unit", () => {
  it.each([
    ["4.78ms", 4_780],
    ["16.19ms", 16_190],
    ["52.00us", 52],
    ["218.32us", 218.32],
    ["1.20s", 1_200_000],
    ["52.5µs", 52.5],
    ["52.5μs", 52.5],
    ["999ns", 0.999],
    ["0.0250 secs", 25_000],
    ["12.34 s", 12_340_000],
    ["1.50m", 90_000_000],
    ["1.00h", 3_600_000_000],
    ["1m30.5s", 90_500_000],
    ["1h2m3.004s", 3_723_004_000],
    ["0s", 0],
    ["0", 0],
    [" 7ms ", 7_000],
  ])("%s is %d us", (text, micros) => {
    expect(durationMicros(text)).toBe(micros);
  });

  it.each(["", "ms", "4.78", "-4ms", "4.78 parsecs", "1e3ms", "NaN", "1.ms", ".5ms", "5ms!", "5ms 5"])(
    "%j is none",
    (text) => {
      expect(durationMicros(text)).toBeNull();
    },
  );

  it("is none when it is too long to be one, however many parts it has", () => {
    expect(durationMicros("1s".repeat(100_000))).toBeNull();
  });

  it.each([
    ["4.78ms", 10],
    ["52.00us", 0.01],
    ["1.20s", 10_000],
    ["5ms", 1_000],
    ["1m30.5s", 100_000],
  ])("%s is written to %d us", (text, step) => {
    expect(readDuration(text)?.stepMicros).toBeCloseTo(step, 9);
  });
});

describe("a shortened number", () => {
  it.each([
    ["33.25k", 33_250],
    ["1.61M", 1_610_000],
    ["168618", 168_618],
    ["63.30", 63.3],
  ])("%s is a count of %d", (text, count) => {
    expect(readCount(text)).toBe(count);
  });

  it.each(["", "k", "3 apples", "-1k", "27.5MB"])("%j is no count", (text) => {
    expect(readCount(text)).toBeNull();
  });

  it("is a size in bytes by what the tool takes a K for", () => {
    expect(readByteSize("723.50KB", 1_024)).toBe(740_864);
    expect(readByteSize("1.5 MB", 1_000)).toBe(1_500_000);
    expect(readByteSize("1.5 MiB", 1_000)).toBe(1_572_864);
    expect(readByteSize("12B", 1_024)).toBe(12);
    expect(readByteSize("12", 1_024)).toBeNull();
  });
});
