import { describe, expect, it } from "vitest";
import { isHeadroomError } from "@headroom/core";
import { chooseFormat } from "./choose-format.ts";
import type { FormatWish } from "./choose-format.ts";
import { readFixtures } from "./testing/fixture.ts";
import { refuseJoinedLines } from "./choose-format.ts";
import { columnMapping } from "./mapping.ts";

const jtl = Buffer.from("timeStamp,elapsed,label,success\n1795254513000,12,GET /,true\n");
const own = Buffer.from("when;took\n2026-11-21T10:00:00Z;12\n");
const mapping = { latency: { column: "took", unit: "ms" as const } };

function choose(head: Uint8Array, wish: Partial<FormatWish> = {}) {
  const { format, mapping: used } = chooseFormat(head, {
    tool: "auto",
    mapping: null,
    storedMapping: null,
    ...wish,
  });
  return { id: format.id, used };
}

describe("the format of a file", () => {
  it("is found by its first bytes", () => {
    expect(choose(jtl)).toEqual({ id: "jmeter-csv", used: null });
  });

  it("is one of the tool that is named", () => {
    expect(choose(jtl, { tool: "jmeter" }).id).toBe("jmeter-csv");
    expect(() => choose(jtl, { tool: "k6" })).toThrow(expect.objectContaining({ code: "format-unknown" }));
    expect(() => choose(jtl, { tool: "nothing" })).toThrow(
      expect.objectContaining({ code: "parameter-unreadable", field: "tool" }),
    );
  });

  it("is the one that is named, whatever the file looks like", () => {
    expect(choose(own, { tool: "jmeter-csv" }).id).toBe("jmeter-csv");
  });

  it("is generic where a mapping is given; one that does not fit is refused", () => {
    expect(choose(own, { mapping })).toEqual({ id: "generic-csv", used: mapping });
    expect(() => choose(jtl, { mapping })).toThrow(
      expect.objectContaining({ code: "format-unknown", field: "mapping" }),
    );
    expect(() => choose(own, { mapping, tool: "k6" })).toThrow(expect.objectContaining({ field: "mapping" }));
  });

  it("is read by a mapping that the experiment knows only where no tool's format is found", () => {
    expect(choose(own, { storedMapping: mapping })).toEqual({ id: "generic-csv", used: mapping });
    expect(choose(jtl, { storedMapping: mapping })).toEqual({ id: "jmeter-csv", used: null });
    expect(() => choose(own, { storedMapping: { nonsense: true } })).toThrow(
      expect.objectContaining({ code: "format-unknown" }),
    );
  });

  const refusalOf = (text: string, tool = "auto") => {
    try {
      choose(Buffer.from(text), { tool });
    } catch (error) {
      if (isHeadroomError(error, "format-unknown")) return error;
      throw error;
    }
    throw new Error("it was recognized");
  };

  it.each([
    ["timeStamp,label,success\n1795254513000,GET /,true\n", ["jmeter-csv", "generic-csv"]],
    ["Running 30s test @ http://shop/\n  8 threads and 20 connections\n", ["wrk-text"]],
    ['{"metrics": {"http_req_duration": {"type": "trend"}}, "root_group": {}}', ["k6-"]],
    ["<testResult><sample t='1'/></testResult>", []],
    ["hello\n", []],
  ])("%j is refused with the formats that come closest, and the others only counted", (text, nearest) => {
    const { message, formats: closest } = refusalOf(text);
    expect(message.length).toBeLessThan(600);
    expect(message).toMatch(/formats (don't match either|comes close)\.$/);
    expect(closest.length).toBeLessThanOrEqual(3);
    expect(closest[0]?.format ?? "").toContain(nearest[0] ?? "");
    for (const { format, reason } of closest) expect(message).toContain(`(${format}): ${reason}`);
    if (nearest.length > 0) expect(message).toContain("Closest: ");
  });

  it.each([
    ["k6", "\n     execution: local\n        script: s.js\n", "--out json="],
    ["Locust", "Type     Name          # reqs      # fails |    Avg\n", "--csv="],
    ["Artillery", "Test run id: tymy3_abc\nPhase started: warm\n", "--output"],
    ["JMeter", "Creating summariser <summary>\nsummary +  10 in 00:00:02 = 5.0/s\n", "-l results.jtl"],
    ["Gatling", "---- Global Information --------\n> request count   10\n", "simulation.log"],
  ])("says of what %s prints which file to send instead", (tool, text, option) => {
    for (const wish of ["auto", tool.toLowerCase()]) {
      const { message, hint } = refusalOf(text, wish);
      expect(message).toBe(`The file is what ${tool} prints while it runs.`);
      expect(hint).toContain(option);
    }
  });

  it.each([
    ["timestamp,latency,status\n1795254513,0.012,200\n1795254514,0.013,200\n", "seconds", "s", "s"],
    [
      "time;took;endpoint\n2026-11-21T10:00:00Z;12000;/\n2026-11-21T10:00:01Z;13000;/\n",
      "microseconds",
      "us",
      "iso",
    ],
    ['{"ts":1795254513000,"duration":12}\n{"ts":1795254514000,"duration":13}\n', "milliseconds", "ms", "ms"],
  ])("suggests for %j a mapping that reads it", (text, looks, unit, timeUnit) => {
    const { hint } = refusalOf(text);
    expect(hint).toContain(`looks like ${looks}. If so, add mapping={`);
    const suggested = columnMapping.parse(JSON.parse(hint?.slice(hint.indexOf("mapping=") + 8) ?? ""));
    expect(suggested).toMatchObject({ latency: { unit }, time: { unit: timeUnit } });
    if (text.includes("status")) expect(suggested.status).toBe("status");
    expect(choose(Buffer.from(text), { mapping: suggested }).used).toEqual(suggested);
  });

  it.each([
    ["jmeter-csv", "default.jtl.csv"],
    ["jmeter-csv", "same-run.jtl.csv"],
    ["k6-csv", "machine-summary.csv"],
    ["k6-ndjson", "machine-summary.ndjson"],
  ])("says of %s without its line breaks that curl -d removed them", (format, name) => {
    const fixture = readFixtures().find((one) => one.format === format && one.name === name);
    const joined = Buffer.from(fixture?.bytes.filter((byte) => byte !== 10 && byte !== 13) ?? []);
    expect(() => choose(joined.subarray(0, 65_536))).toThrow(
      expect.objectContaining({ hint: expect.stringContaining("--data-binary") }),
    );
  });

  it("leaves no fixture out for how its lines end, or as console output", () => {
    for (const { bytes, format } of readFixtures()) {
      expect(() => refuseJoinedLines(bytes.subarray(0, 65_536)), format).not.toThrow();
    }
  });

  it("says of bytes that aren't text that they are none", () => {
    const bytes = Buffer.from(Array.from({ length: 4_000 }, (_, at) => (at * 7_919) % 251));
    expect(() => choose(bytes)).toThrow(
      expect.objectContaining({ message: "The file isn't text, and no format of a load tool." }),
    );
    expect(refusalOf("größe;dauer\nß;—\n").message).toMatch(/^Unknown file format/);
  });

  it("names a DOCTYPE, and says in one sentence that a file is empty", () => {
    const doctype =
      '<?xml version="1.0"?>\n<!-- run -->\n<!DOCTYPE testResults SYSTEM "x.dtd">\n<testResults/>';
    expect(refusalOf(doctype).message).toContain("DOCTYPE");
    expect(() => choose(Buffer.from(""))).toThrow(
      expect.objectContaining({ code: "file-empty", message: "The file is empty (0 bytes)." }),
    );
  });
});
