import { describe, expect, it } from "vitest";
import { parseAll } from "../../recorder.ts";
import { drillReport } from "./index.ts";

const request = (name: string, duration: string, status: string) =>
  `\n- name: ${name}\n  duration: ${duration}\n  status: ${status}\n`;
const parse = (...requests: string[]) => parseAll(drillReport, Buffer.from(requests.join("")));

describe("a report of drill", () => {
  it("has requests by their names and failures by their status", () => {
    const { report, recorder } = parse(request("a: b", "1.5", "200"), request("a: b", "2.5", "503"));
    expect(report).toMatchObject({ accepted: 2, clock: "none", source: "samples" });
    expect(recorder.named[0]).toMatchObject({
      name: "a: b",
      total: { requests: 2, errors: 1, sumMicros: 4_000 },
    });
    expect(Object.fromEntries(recorder.named[0]?.failures ?? [])).toEqual({ 503: 1 });
  });

  it.each([
    ["-1.5", "duration is negative"],
    ["NaN", "duration is not a number"],
    ["9e12", "duration is longer than 30 days"],
    ["1.2.3", "duration is not a number"],
    ["soon", "duration is not a number"],
  ])("leaves out a request that took %s", (duration, reason) => {
    const { report } = parse(
      request("a", "1", "200"),
      request("b", duration, "200"),
      request("c", "1", "200"),
    );
    expect(report).toMatchObject({ accepted: 2, refused: { first: [{ line: 7 }] } });
    expect(report.refused.first[0]?.reason).toContain(reason);
  });

  it("refuses a status without a request before it", () => {
    const { report } = parse(request("a", "1", "200"), "  status: 200\n", "- name: b\n  status: 200\n");
    expect(report.accepted).toBe(1);
    expect(report.refused.first.map(({ line, column }) => [line, column])).toEqual([
      [5, "name"],
      [7, "duration"],
    ]);
  });
});
