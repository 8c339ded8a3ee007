import { describe, expect, it } from "vitest";
import { parseAll } from "../../recorder.ts";
import { siegeJson } from "./index.ts";

const result = {
  transactions: 900,
  availability: 95.74,
  elapsed_time: 59.11,
  data_transferred: 1.5,
  response_time: 1.07,
  successful_transactions: 880,
  failed_transactions: 40,
  longest_transaction: 30.01,
  shortest_transaction: 0.02,
};

function parse(change: Partial<typeof result>) {
  return parseAll(siegeJson, Buffer.from(JSON.stringify({ ...result, ...change })));
}

describe("a result of siege", () => {
  it("has its duration, rounding, bytes and kinds of failures", () => {
    const { report, recorder } = parse({});
    expect(report).toMatchObject({ durationSeconds: 59.11, latencyResolutionMicros: 10_000, clock: "none" });
    expect(recorder.all.total?.bytes).toBe(1_572_864);
    expect(Object.fromEntries(recorder.all.failures)).toEqual({ "5xx or connection error": 40, "4xx": 20 });
  });

  it("may stand among what siege prints beside it, which its log and its hits are", () => {
    const hits = 'HTTP/1.1 200     0.01 secs:     100 bytes ==> GET  /{"a"}\n'.repeat(3);
    const printed = (transactions: number) =>
      `${hits}${JSON.stringify({ ...result, transactions }, null, "\t").replace("{\n", "{")}\nLOG FILE: siege.log\n`;
    const { recorder } = parseAll(siegeJson, Buffer.from(printed(1) + printed(900)));
    expect(recorder.all.total?.requests).toBe(940);
    expect(siegeJson.detect(Buffer.from(printed(900)))).toEqual({ match: true });
  });

  it("may have more successes than transactions, where redirects were followed", () => {
    expect(parse({ successful_transactions: 1_200 }).recorder.all.total).toMatchObject({ errors: 40 });
  });

  it("has no latencies when nothing was answered", () => {
    const { recorder } = parse({ transactions: 0, successful_transactions: 0 });
    expect(recorder.all.total).toMatchObject({ requests: 40, errors: 40, sumMicros: null, maxMicros: null });
  });
});
