import { mergeAllCells } from "@headroom/core";
import { describe, expect, it } from "vitest";
import { parseAll } from "../../recorder.ts";
import { pgbenchLog } from "./index.ts";

const ROW = "0 1 4788 0 1795255471 21110";

const parse = (...rows: string[]) => parseAll(pgbenchLog, Buffer.from(`${rows.join("\n")}\n`));
const whole = (...rows: string[]) =>
  mergeAllCells(parse(...rows).recorder.all.intervals.map(({ cell }) => cell));

describe("a transaction of pgbench", () => {
  it("counts in the second in which it ended, under its script", () => {
    const { recorder } = parse(ROW, ROW.replace("471", "472").replace("4788 0", "9 3"));
    expect(recorder.named.map(({ name }) => name)).toEqual(["script 0", "script 3"]);
    const seconds = recorder.all.intervals.map(({ startMicros, seconds: length }) => [
      startMicros / 1e6,
      length,
    ]);
    expect(seconds).toEqual([
      [1_795_255_471, 1],
      [1_795_255_472, 1],
    ]);
  });

  it.each(["failed", "serialization", "deadlock", "other"])(
    "that has the word %s for a latency failed",
    (word) => {
      const { recorder, report } = parse(ROW, ROW.replace("4788", word));
      const [second] = recorder.all.intervals;
      expect(second?.cell).toMatchObject({ requests: 2, errors: 1, sumMicros: null, maxMicros: 4_788 });
      expect(Object.fromEntries(recorder.named[0]?.failures ?? [])).toEqual({ [word]: 1 });
      expect(report.warnings[0]).toMatchObject({ code: "failures-without-latency", count: 1, lines: [2] });
    },
  );

  it("that was skipped was never sent", () => {
    const { recorder, report } = parse(ROW, ROW.replace("4788", "skipped"));
    expect(recorder.all.intervals[0]?.cell.requests).toBe(1);
    expect(report).toMatchObject({ accepted: 2, loadModel: "open" });
    expect(report.warnings[0]).toMatchObject({ code: "skipped-transactions", lines: [2] });
  });

  it("with a lag behind its schedule is of an open load, with retries alone of a closed one", () => {
    expect(parse(ROW).report.loadModel).toBe("closed");
    expect(parse(`${ROW} 0`, `${ROW} 3`).report.loadModel).toBe("closed");
    expect(parse(`${ROW} 12`, `${ROW} 1949`).report.loadModel).toBe("open");
    expect(parse(`${ROW} 12 0`).report.loadModel).toBe("open");
  });

  it("is added up right however late its line comes", () => {
    const rows = Array.from({ length: 900 }, (_, at) =>
      ROW.replace("255471", String(255_000 + ((at * 613) % 300))),
    );
    expect(whole(...rows)).toMatchObject({ requests: 900, sumMicros: 900 * 4_788 });
    const { recorder } = parse(...rows);
    expect(new Set(recorder.all.intervals.map(({ startMicros }) => startMicros)).size).toBe(300);
  });

  it.each([
    [ROW.replace("4788", "-1"), 'latency: latency is negative: "-1"'],
    [ROW.replace("4788", "late"), 'latency: latency is no number and no word of pgbench: "late"'],
    [ROW.replace("4788 0", "4788 -2"), 'script: script is no number of a script: "-2"'],
    [ROW.replace("1795255471", "79525547"), 'time: time is no time between 2000 and 2100: "79525547"'],
    [`${ROW} 1 2 3`, "null: has 9 of 6 to 8 columns"],
  ])("%j is left out", (row, reason) => {
    const { report } = parse(ROW, row);
    const [first] = report.refused.first;
    expect(report.accepted).toBe(1);
    expect(`${first?.column}: ${first?.reason}`).toBe(reason);
  });
});
