import { describe, expect, it } from "vitest";
import { parseAll } from "../../recorder.ts";
import { h2loadLog } from "./index.ts";

const ROW = "1795253844853742\t200\t2622";

function parse(...rows: string[]) {
  return parseAll(h2loadLog, Buffer.from(`${rows.join("\n")}\n`));
}

describe("a row of h2load's log", () => {
  it("counts when it was answered", () => {
    const { recorder } = parse(ROW);
    expect(recorder.lastCompletionMicros).toBe(1_795_253_844_856_364);
    expect(recorder.firstStartMicros).toBe(1_795_253_844_853_742);
  });

  it("failed with a status from 400 on, or with none", () => {
    const { recorder } = parse(...["301", "404", "503", "503", "-1"].map((code) => ROW.replace("200", code)));
    expect(recorder.requests.errors).toBe(4);
    expect(Object.fromEntries(recorder.all.failures)).toEqual({ 404: 1, 503: 2, "no answer": 1 });
  });

  it.each([
    [ROW.replace("2622", "-1"), 'duration: duration is negative: "-1"'],
    [ROW.replace("2622", "2.6ms"), 'duration: duration is not a number: "2.6ms"'],
    [ROW.replace("2622", "9999999999999"), 'duration: duration is longer than 30 days: "9999999999999"'],
    [ROW.replace("853742", ""), 'start: start is not a time between 2000 and 2100: "1795253844"'],
    [ROW.replace("200", "OK"), 'status: status is not an HTTP status: "OK"'],
    [ROW.replace("200\t", ""), "null: has 2 of 3 columns"],
  ])("%j is left out", (row, reason) => {
    const { report } = parse(ROW, row);
    const [first] = report.refused.first;
    expect(report.accepted).toBe(1);
    expect(`${first?.column}: ${first?.reason}`).toBe(reason);
  });
});
