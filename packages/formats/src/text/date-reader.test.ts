import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Warnings } from "../findings.ts";
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
    "",
    "2024",
    "2023-02-29 00:00:00",
    "1900-02-29 00:00:00",
    "2024-00-01 00:00:00",
    "2024-01-32 00:00:00",
    "2024-01-01 24:00:00",
    "2024-01-01 00:60:00",
    "2024-01-01 00:00:61",
    "2024-01-01 00:00:00.",
    "2024-01-01 00:00:00.1234567890",
    "2024-01-01T00:00:00+",
    "2024-01-01T00:00:00+19:00",
    "2024-01-01_00:00:00",
    "2024-01-01T00:00:00Zx",
    "2024-1-1 00:00:00",
    "2024-01-01 00:00",
    "24-01-01 0:00:00",
  ])("%j is no date", (text) => {
    expect(read(text).micros).toBeNaN();
  });
});

describe("a date that may have no seconds", () => {
  const micros = (text: string) => {
    const bytes = Buffer.from(text);
    return new DateReader(undefined, { needsSeconds: false }).read(bytes, 0, bytes.length);
  };

  it.each([
    ["2025-11-28 08:00", "2025-11-28T08:00:00Z"],
    ["2025-11-28T08:00Z", "2025-11-28T08:00:00Z"],
    ["2025-11-28 08:00+01:00", "2025-11-28T07:00:00Z"],
    ["11/28/2025 08:00", "2025-11-28T08:00:00Z"],
    ["2025-11-28 08:00:59.5", "2025-11-28T08:00:59.5Z"],
  ])("%s", (text, instant) => {
    expect(micros(text)).toBe(Date.parse(instant) * 1_000);
  });

  it.each(["2025-11-28 08", "2025-11-28 08:", "2025-11-28 08:00:", "2025-11-28 08:00.5", "2025-11-28 24:00"])(
    "%j is no date",
    (text) => {
      expect(micros(text)).toBeNaN();
    },
  );
});

describe("a date in a zone that was given", () => {
  const inZone = (zone: string, text: string) => {
    const dates = new DateReader(zone);
    const warnings = new Warnings();
    const bytes = Buffer.from(text);
    const micros = dates.read(bytes, 0, bytes.length);
    dates.warn(warnings, 7);
    return [
      new Date(micros / 1_000).toISOString(),
      ...warnings.list().map(({ code, lines }) => [code, lines]),
    ];
  };

  it.each([
    ["Europe/Berlin", "2026-07-01 12:00:00", "2026-07-01T10:00:00.000Z"],
    ["Europe/Berlin", "2026-12-01 12:00:00", "2026-12-01T11:00:00.000Z"],
    ["Europe/Berlin", "2026-07-01 12:00:00Z", "2026-07-01T12:00:00.000Z"],
    ["America/St_Johns", "2026-07-01 12:00:00", "2026-07-01T14:30:00.000Z"],
    ["Europe/Berlin", "2026-10-25 01:59:59", "2026-10-24T23:59:59.000Z"],
    ["Europe/Berlin", "2026-10-25 03:00:00", "2026-10-25T02:00:00.000Z"],
    ["Europe/Berlin", "2026-03-29 03:00:00", "2026-03-29T01:00:00.000Z"],
    ["+02:00", "2026-10-25 02:30:00", "2026-10-25T00:30:00.000Z"],
    ["-0330", "2026-10-25 02:30:00", "2026-10-25T06:00:00.000Z"],
  ])("%s: %s", (zone, text, instant) => {
    expect(inZone(zone, text)).toEqual([instant]);
  });

  it("goes on from the date before it, in the hour that occurs twice", () => {
    const dates = new DateReader("Europe/Berlin");
    const texts = ["02:10:00", "02:59:59", "02:00:00", "02:59:58", "02:20:00", "03:00:00"];
    const times = texts.map((time) => {
      const bytes = Buffer.from(`2026-10-25 ${time}`);
      return new Date(dates.read(bytes, 0, bytes.length) / 1_000).toISOString().slice(11, 19);
    });
    expect(times).toEqual(["00:10:00", "00:59:59", "01:00:00", "00:59:58", "01:20:00", "02:00:00"]);
  });

  it("is warned about if it occurs twice or not at all", () => {
    expect(inZone("Europe/Berlin", "2026-10-25 02:30:00")).toEqual([
      "2026-10-25T00:30:00.000Z",
      ["zone-hour-twice", [7]],
    ]);
    expect(inZone("Europe/Berlin", "2026-03-29 02:30:00")).toEqual([
      "2026-03-29T01:30:00.000Z",
      ["zone-hour-missing", [7]],
    ]);
  });

  it.each(["Mars/Olympus", "+25:00", "", "constructor"])("%j is no zone", (zone) => {
    expect(() => new DateReader(zone)).toThrow(
      expect.objectContaining({ code: "zone-unknown", field: "zone" }),
    );
  });
});
