import { describe, expect, it } from "vitest";
import { parseAll } from "../../recorder.ts";
import { pgbenchAggregate } from "./index.ts";

const ROW = "1795277418 100 20000 5000000 39 740 0 0 0 0 0 4 6 0 0";

const parse = (...rows: string[]) => parseAll(pgbenchAggregate, Buffer.from(`${rows.join("\n")}\n`));

describe("an interval of pgbench", () => {
  it("is as long as the time to the next, the last one as the one before", () => {
    const { recorder } = parse(ROW, ROW.replace("418", "423"), ROW.replace("418", "428"));
    expect(recorder.all.intervals.map(({ seconds }) => seconds)).toEqual([5, 5, 5]);
    expect(parse(ROW).recorder.all.intervals[0]).toMatchObject({ startMicros: 1_795_277_418e6, seconds: 1 });
  });

  it("counts failed transactions beside the others, by their kind", () => {
    const { recorder } = parse(ROW.replace(/0 0$/, "7 2"));
    expect(recorder.all.intervals[0]?.cell).toMatchObject({ requests: 109, errors: 9, minMicros: 39 });
    expect(Object.fromEntries(recorder.all.failures)).toEqual({ serialization: 7, deadlock: 2 });
  });

  it("has a lag or skipped transactions with an open load only", () => {
    expect(parse(ROW).report.loadModel).toBe("closed");
    expect(parse(ROW.replace("740 0", "740 130")).report.loadModel).toBe("open");
    expect(parse("1345828501 5 15 48 1 7 0 0 0 0 3").report).toMatchObject({
      loadModel: "open",
      warnings: [expect.objectContaining({ code: "skipped-transactions", count: 1 })],
    });
  });

  it("without a transaction has no latency", () => {
    const { cell } = parse("1345828501 0 0 0 0 0").recorder.all.intervals[0] ?? {};
    expect(cell).toMatchObject({ requests: 0, sumMicros: null, minMicros: null });
  });

  it.each([
    [ROW, 'start: start is not later than that of the previous interval: "1795277418"'],
    [ROW.replace("418 100", "420 -1"), 'transactions: transactions is not a number: "-1"'],
    [
      ROW.replace("418", "420").replace("740", "9999999999999"),
      'max: max is longer than 30 days: "9999999999999"',
    ],
    ["1795277420 1 2 3", "null: has 4 of 6, 10, 11, 15, 16 columns"],
  ])("%j is left out", (row, reason) => {
    const [first] = parse(ROW, row).report.refused.first;
    expect(`${first?.column}: ${first?.reason}`).toBe(reason);
  });
});
