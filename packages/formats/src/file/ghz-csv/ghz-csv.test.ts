import { expect, it } from "vitest";
import { parseAll } from "../../recorder.ts";
import { ghzCsv } from "./index.ts";

const parse = (...rows: string[]) =>
  parseAll(ghzCsv, Buffer.from(["", "duration (ms),status,error", ...rows, ""].join("\n")));

it("has errors with commas and quotes, or statuses, for reasons", () => {
  const { recorder } = parse("1.50,OK,", '2.00,Unavailable,dial "a", refused', "2.50,Aborted,");
  expect(recorder.all.total).toMatchObject({ requests: 3, errors: 2, sumMicros: 6_000 });
  expect(Object.fromEntries(recorder.all.failures)).toEqual({ 'dial "a", refused': 1, Aborted: 1 });
});

it.each([
  ["-1.50,OK,", 'duration (ms): duration (ms) is negative: "-1.50"'],
  ["NaN,OK,", 'duration (ms): duration (ms) is not a number: "NaN"'],
  ["1.50,,", 'status: status is empty: ""'],
  ["1.50", "null: has 1 of 3 columns"],
])("%j is left out", (row, reason) => {
  const [first] = parse("1.50,OK,", row).report.refused.first;
  expect(`${first?.column}: ${first?.reason}`).toBe(reason);
});
