import { describe, expect, it } from "vitest";
import { refuseUnused } from "./file-parameters.ts";
import { readFixtures } from "./testing/fixture.ts";
import { parseAll } from "./recorder.ts";
import { formats } from "./registry.ts";

const formatOf = (id: string) => {
  const found = formats.find((format) => format.id === id);
  if (found === undefined) throw new Error(`no format ${id}`);
  return found;
};

describe("parameters of a file", () => {
  it.each([
    ["jmeter-csv", { unit: "ms" }, "unit= doesn't apply to this file: JMeter results (CSV)."],
    ["k6-ndjson", { timestamps: "start" }, "timestamps= doesn't apply to this file"],
    ["hgrm", { unit: "ms", zone: "UTC" }, "zone= doesn't apply to this file"],
  ] as const)("%s refuses %j, which makes no difference", (id, options, message) => {
    expect(() => refuseUnused(formatOf(id), options)).toThrow(
      expect.objectContaining({ code: "parameter-unused", message: expect.stringContaining(message) }),
    );
  });

  it.each([
    ["jmeter-csv", { timestamps: "end", zone: "Europe/Berlin", load: "open" }],
    ["hdr-log", { unit: "us" }],
  ] as const)("%s takes %j", (id, options) => {
    expect(() => refuseUnused(formatOf(id), options)).not.toThrow();
  });

  it("that a format takes make a difference: its dates are of the zone", () => {
    for (const [id, name] of [
      ["jmeter-csv", "dates-semicolons.jtl.csv"],
      ["siege-log", "mixed.siege.log"],
    ]) {
      const fixture = readFixtures().find((one) => one.format === id && one.name === name);
      if (fixture === undefined) throw new Error(`no fixture ${name}`);
      const startOf = (zone?: string) => {
        const options = { ...fixture.truth.options, ...(zone === undefined ? {} : { zone }) };
        const { report, recorder } = parseAll(formatOf(fixture.format), fixture.bytes, options);
        const codes = report.warnings.map(({ code }) => code);
        return {
          micros: report.startedAtMicros ?? recorder.firstStartMicros,
          told: codes.includes("no-time-zone"),
        };
      };
      const [utc, there] = [startOf(), startOf("+02:00")];
      expect([utc.told, there.told, utc.micros - there.micros]).toEqual([true, false, 7_200_000_000]);
    }
  });
});
