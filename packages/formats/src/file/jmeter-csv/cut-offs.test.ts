import { describe, expect, it } from "vitest";
import { parse } from "./test-file.ts";

const HEADER =
  "timeStamp,elapsed,label,responseCode,responseMessage,threadName,dataType,success,failureMessage,bytes,URL";
const START = 1_795_200_000_000;
const row = (label: string, at: number, elapsed: number, thread = "Users 1-1") =>
  `${START + at},${elapsed},${label},200,OK,${thread},text,true,,490,http://shop/`;
const bare = (label: string, at: number, elapsed: number, thread = "Users 1-1") =>
  `${START + at},${elapsed},${label},200,,${thread},,true,,490,null`;
const whole = (label: string, at: number, elapsed: number, samples = 1) =>
  bare(label, at, elapsed).replace(
    ",,",
    `,"Number of samples in transaction : ${samples}, number of failing",`,
  );

function kindsOf(...rows: string[]) {
  const { recorder, report } = parse([HEADER, ...rows, ""].join("\n"));
  const [request, transaction, hop] = (["request", "transaction", "hop"] as const).map((kind) =>
    recorder.countsOf(kind),
  );
  return { request, transaction, hop, warnings: report.warnings.map(({ code }) => code) };
}

describe("a transaction that the end of the test cut off", () => {
  it("stays out of the totals, and its requests are requests, whatever their names", () => {
    const requests = [1, 2, 3].map((at) => row(`Checkout-${at}`, 100 * at - 100, 100));
    expect(kindsOf(bare("Checkout", 0, 300), row("Home", 0, 50, "Users 1-2"), ...requests)).toEqual({
      request: { Home: 1, "Checkout-1": 1, "Checkout-2": 1, "Checkout-3": 1 },
      transaction: { Checkout: 1 },
      hop: {},
      warnings: [],
    });
  });

  it("may lie in another", () => {
    const { transaction } = kindsOf(bare("Shop", 0, 300), bare("Pay", 100, 200), row("Card", 100, 200));
    expect(transaction).toEqual({ Shop: 1, Pay: 1 });
  });

  it("is known by a label of transactions where its requests are missing, which a warning says", () => {
    expect(kindsOf(whole("Buy", 10, 9, 2), bare("Buy", 20, 9), row("Home", 40, 1))).toEqual({
      request: { Home: 1 },
      transaction: { Buy: 2 },
      hop: {},
      warnings: [],
    });
    expect(kindsOf(whole("Buy", 10, 9, 3), row("Home", 40, 1)).warnings).toEqual([
      "transaction-requests-missing",
    ]);
  });

  it("may be a request of a sampler that writes no message; with transactions beside it, a warning says so", () => {
    const own = [bare("Queue", 0, 9), bare("Queue", 9, 9), bare("Queue", 18, 9)];
    expect(kindsOf(...own)).toEqual({ request: { Queue: 3 }, transaction: {}, hop: {}, warnings: [] });
    expect(kindsOf(...own, row("Home", 30, 1), whole("Buy", 30, 1)).warnings).toEqual(["maybe-transactions"]);
  });

  it("fails for the reasons of its requests", () => {
    const failed = bare("Buy", 0, 100).replace("200,,", "500,,").replace("true", "false");
    const inner = row("Pay", 0, 100).replace("200,OK", "500,Error").replace("true", "false");
    const { recorder } = parse(
      [HEADER, failed, inner, bare("Own", 200, 1).replace("true", "false"), ""].join("\n"),
    );
    expect(
      recorder.labels.flatMap(({ name, failures }) => [...failures.keys()].map((why) => [name, why])),
    ).toEqual([
      ["Pay", "500 Error"],
      ["Own", "200"],
    ]);
  });
});
