import { describe, expect, it } from "vitest";
import type { LabelFilter } from "../cell/label-filter.ts";
import { ALL_REQUESTS } from "../cell/sample.ts";
import type { ParseReport, SampleSink } from "../cell/sample.ts";
import { SampleColumns } from "../cell/sample-columns.ts";
import { emptyCell } from "../cell/cell.ts";
import { aggregateRun } from "./aggregate-run.ts";

const START = Date.UTC(2026, 10, 21) * 1_000;
// What a reader reports doesn't matter here.
const report = { accepted: 1 } as ParseReport;

async function read(fill: (sink: SampleSink) => void, filter?: Partial<LabelFilter>) {
  const labelFilter = { only: [], except: [], ...filter };
  const { totals } = await aggregateRun(
    async (sink) => {
      fill(sink);
      return report;
    },
    filter === undefined ? {} : { labelFilter },
    async () => {},
  );
  return totals;
}

/** Per second: two searches of 10 ms, and a setup request of 900 ms that fails with 503. */
function give(sink: SampleSink): void {
  const [search, setup, login, code] = [
    sink.label("GET /search", "request"),
    sink.label("setup", "request"),
    sink.label("Login", "transaction"),
    sink.label("503", "status"),
  ];
  for (let second = 0; second < 60; second++) {
    const at = START + second * 1e6;
    sink.add(setup, at + 900_000, 900_000, true, 1, 0);
    sink.add(code, at + 900_000, 900_000, true, 1, 0);
    sink.failure(setup, "503", 1, at + 900_000);
    sink.add(search, at + 910_000, 10_000, false, 1, 7);
    sink.add(search, at + 920_000, 10_000, second === 0, 1, 7);
    if (second === 0) sink.add(code, at + 920_000, 10_000, true, 1, 0);
    sink.add(login, at + 930_000, 930_000, true, 1, 0);
  }
}

const namesOf = (totals: Awaited<ReturnType<typeof read>>) =>
  totals?.labels.map(({ name, kind, total }) => `${kind} ${name} ${total.requests}`);

describe("labels that are left out", () => {
  it("are in no total, failure, code, slowest request or span, and are counted", async () => {
    const whole = await read(give);
    const kept = await read(give, { except: ["setup*", "Log*", "never"] });
    expect(namesOf(whole)).toEqual([
      "request GET /search 120",
      "request setup 60",
      "transaction Login 60",
      "status 503 61",
    ]);
    expect(namesOf(kept)).toEqual(["request GET /search 120", "status 503 1"]);
    expect(kept?.all).toMatchObject({ requests: 120, errors: 1, maxMicros: 10_000, bytes: 840 });
    expect(kept?.failures).toEqual([]);
    expect(kept?.slowest.every(({ latencyMicros }) => latencyMicros === 10_000)).toBe(true);
    expect(kept?.span?.firstStartMicros).toBe(START + 900_000);
    expect(kept?.leftOut).toEqual({ requests: 60, labels: 2, unmatched: ["never"] });
    expect(kept?.warnings.map(({ code, count }) => [code, count])).toEqual([
      ["labels-filtered", 60],
      ["label-pattern-unmatched", 1],
    ]);
    expect(kept?.samplesDigest).not.toBe(whole?.samplesDigest);
    expect(whole?.leftOut).toBeUndefined();
  });

  it("are all that match no pattern, if only some are kept", async () => {
    const totals = await read(give, { only: ["GET *"] });
    expect(totals?.all.requests).toBe(120);
    expect(totals?.leftOut).toEqual({ requests: 60, labels: 2, unmatched: [] });
  });

  it("are left out of columns, too, with the codes behind them", async () => {
    const inColumns = (sink: SampleSink) => {
      const samples = new SampleColumns(400);
      give({
        ...sink,
        label: (name, kind) => sink.label(name, kind),
        failure: () => {},
        add(label, completed, latency, failed, _items, bytes) {
          const at = samples.length++;
          samples.labels[at] = label;
          samples.completedAtMicros[at] = completed;
          samples.latencyMicros[at] = latency;
          samples.failed[at] = failed ? 1 : 0;
          samples.bytes[at] = bytes;
        },
      });
      sink.addAll(samples);
    };
    const one = await read(give, { except: ["setup"] });
    const all = await read(inColumns, { except: ["setup"] });
    expect(namesOf(all)).toEqual(namesOf(one));
    expect(all?.all).toEqual(one?.all);
    expect(all?.leftOut).toEqual(one?.leftOut);
  });

  it("may not be all of them", async () => {
    const nothing = read(give, { except: ["GET *", "setup"] });
    await expect(nothing).rejects.toMatchObject({
      code: "parameter-unused",
      message: expect.stringMatching(/^No request is left: labels matching “GET \*” or “setup” are left out/),
    });
    await expect(read(give, { only: ["POST *"] })).rejects.toMatchObject({ field: "only-label" });
  });

  it("can't be told apart in files without labels or without single requests", async () => {
    const filter = { except: ["setup"] };
    const unlabelled = (sink: SampleSink) => sink.add(ALL_REQUESTS, START + 10, 10, false, 1, 0);
    await expect(read(unlabelled, filter)).rejects.toThrow(/doesn't say which label/);
    const whole = (sink: SampleSink) => sink.total(sink.label("a", "request"), emptyCell());
    await expect(read(whole, filter)).rejects.toThrow(/no single requests/);
    const intervals = (sink: SampleSink) => sink.interval(ALL_REQUESTS, START, 1, emptyCell());
    await expect(read(intervals, filter)).rejects.toThrow(/no single requests/);
  });

  it("are counted whatever their number", async () => {
    const many = (sink: SampleSink) => {
      for (let at = 0; at < 30_000; at++)
        sink.add(sink.label(`static ${at}`, "request"), START + at * 1_000, 10, false, 1, 0);
      sink.add(sink.label("GET /", "request"), START, 10, false, 1, 0);
    };
    const totals = await read(many, { except: ["static*"] });
    expect(namesOf(totals)).toEqual(["request GET / 1"]);
    expect(totals?.leftOut).toMatchObject({ requests: 30_000, labels: 30_000 });
  });
});
