import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DateReader } from "./date-reader.ts";

function read(text: string): { micros: number; hasZone: boolean } {
  const bytes = Buffer.from(`<${text}>`);
  const dates = new DateReader();
  const micros = dates.read(bytes, 1, bytes.length - 1);
  return { micros, hasZone: dates.hasZone };
}

describe("DateReader", () => {
  it("reads every instant as Date does", () => {
    const date = fc.date({ min: new Date(0), max: new Date("2199-12-31"), noInvalidDate: true });
    const property = fc.property(date, (instant) => {
      expect(read(instant.toISOString())).toEqual({ micros: instant.getTime() * 1_000, hasZone: true });
    });
    fc.assert(property, { numRuns: 2_000 });
  });

  it.each([
    ["2024-02-29 23:59:59", Date.UTC(2024, 1, 29, 23, 59, 59) * 1_000],
    ["2024/02/29 23:59:60", Date.UTC(2024, 2, 1) * 1_000],
    ["2024.03.01 00:00:00,123", Date.UTC(2024, 2, 1) * 1_000 + 123_000],
    ["03/01/24 00:00:00", Date.UTC(2024, 2, 1) * 1_000],
    ["03/01/2024 00:00:00", Date.UTC(2024, 2, 1) * 1_000],
    ["2024-03-01T00:00:00.123456789", Date.UTC(2024, 2, 1) * 1_000 + 123_456],
  ])("%s", (text, micros) => {
    expect(read(text)).toEqual({ micros, hasZone: false });
  });

  it.each([
    ...[
      "",
      "2024",
      "2023-02-29 00:00:00",
      "1900-02-29 00:00:00",
      "2024-00-01 00:00:00",
      "2024-01-32 00:00:00",
    ],
    ...["2024-01-01 24:00:00", "2024-01-01 00:60:00", "2024-01-01 00:00:61", "2024-01-01 00:00:00."],
    ...[
      "2024-01-01 00:00:00.1234567890",
      "2024-01-01T00:00:00+",
      "2024-01-01T00:00:00+19:00",
      "2024-01-01_00:00:00",
    ],
    ...["2024-01-01T00:00:00Zx", "2024-1-1 00:00:00", "24-01-01 0:00:00"],
  ])("%j is no date", (text) => {
    expect(read(text).micros).toBeNaN();
  });
});
