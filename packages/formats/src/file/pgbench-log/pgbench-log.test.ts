import { mergeAllCells, RunAggregation } from "@headroom/core";
import { describe, expect, it } from "vitest";
import { parseAll } from "../../recorder.ts";
import { pgbenchLog } from "./index.ts";

const ROW = "0 1 4788 0 1795255471 21110";

const parse = (...rows: string[]) => parseAll(pgbenchLog, Buffer.from(`${rows.join("\n")}\n`));

describe("a transaction of pgbench", () => {
  it("is a sample of its script", () => {
    const { recorder } = parse(ROW, ROW.replace("4788 0", "9 3"));
    expect(recorder.named.map(({ name }) => name)).toEqual(["script 0", "script 3"]);
    expect(recorder.firstStartMicros).toBe(1_795_255_471_016_322);
    expect(recorder.lastCompletionMicros).toBe(1_795_255_471_021_110);
  });

  it.each(["failed", "serialization", "deadlock", "other"])(
    "that has the word %s for a latency failed",
    (word) => {
      const { recorder, report } = parse(ROW, ROW.replace("4788", word));
      const [second] = recorder.all.intervals;
      const mean = { sumMicros: 4_788, minMicros: 4_788, maxMicros: 4_788 };
      expect(second).toMatchObject({ startMicros: 1_795_255_471_000_000, seconds: 1 });
      expect(second?.cell).toMatchObject({ requests: 1, errors: 1, ...mean });
      expect(Object.fromEntries(recorder.named[0]?.failures ?? [])).toEqual({ [word]: 1 });
      expect(report.warnings[0]).toMatchObject({ code: "failures-without-latency", count: 1, lines: [2] });
    },
  );

  it("that failed leaves percentiles, mean and extremes of the run to the others", () => {
    const run = new RunAggregation();
    const parser = pgbenchLog.open(run, {});
    const failed = [ROW.replace("4788", "failed"), ROW.replace("4788 0 1795255471", "failed 0 1795255474")];
    parser.write(
      Buffer.from([ROW, ...failed, ROW.replace("4788 0 1795255471", "2000 0 1795255474")].join("\n")),
    );
    parser.end();
    const { all } = run.finish();
    expect(all).toMatchObject({ requests: 4, errors: 2, sumMicros: 2 * 4_788 + 2 * 2_000, minMicros: 2_000 });
    expect(all.distribution).toMatchObject({ kind: "sketch", all: { count: 2 } });
  });

  it("that was skipped was never sent", () => {
    const { recorder, report } = parse(ROW, ROW.replace("4788", "skipped"));
    expect(recorder.requests.all.count).toBe(1);
    expect(recorder.all.intervals).toEqual([]);
    expect(report).toMatchObject({ accepted: 2, loadModel: "open" });
    expect(report.warnings[0]).toMatchObject({ code: "skipped-transactions", lines: [2] });
  });

  it("with a lag behind its schedule is of an open load, with retries alone of a closed one", () => {
    expect(parse(ROW).report.loadModel).toBe("closed");
    expect(parse(`${ROW} 0`, `${ROW} 3`).report.loadModel).toBe("closed");
    expect(parse(`${ROW} 12`, `${ROW} 1949`).report.loadModel).toBe("open");
    expect(parse(`${ROW} 12 0`).report.loadModel).toBe("open");
  });

  it("that failed counts in its second however late its line comes", () => {
    const row = ROW.replace("4788", "failed");
    const rows = Array.from({ length: 900 }, (_, at) =>
      row.replace("255471", String(255_000 + ((at * 613) % 300))),
    );
    const { intervals } = parse(...rows).recorder.all;
    expect(mergeAllCells(intervals.map(({ cell }) => cell))).toMatchObject({ requests: 900, errors: 900 });
    expect(new Set(intervals.map(({ startMicros }) => startMicros)).size).toBe(300);
  });

  it.each([
    [ROW.replace("4788", "-1"), 'latency: latency is negative: "-1"'],
    [ROW.replace("4788", "late"), 'latency: latency is neither a number nor a pgbench keyword: "late"'],
    [ROW.replace("4788 0", "4788 -2"), 'script: script is not a script number: "-2"'],
    [ROW.replace("1795255471", "79525547"), 'time: time is not a time between 2000 and 2100: "79525547"'],
    [ROW.replace("21110", "2111000"), 'time_us: time_us is not a fraction of a second: "2111000"'],
    [`${ROW} 1 2 3`, "null: has 9 of 6 to 8 columns"],
  ])("%j is left out", (row, reason) => {
    const { report } = parse(ROW, row);
    const [first] = report.refused.first;
    expect(report.accepted).toBe(1);
    expect(`${first?.column}: ${first?.reason}`).toBe(reason);
  });
});
