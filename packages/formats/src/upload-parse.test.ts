import { ALL_REQUESTS, RunAggregation } from "@headroom/core";
import type { Cell, ParseReport } from "@headroom/core";
import { describe, expect, it } from "vitest";
import { UploadParse } from "./upload-parse.ts";
import type { Format } from "./parser.ts";
import { Recorder } from "./recorder.ts";

const base: ParseReport = {
  format: "a",
  tool: "k6",
  toolVersion: null,
  accepted: 1,
  refused: { count: 0, first: [] },
  warnings: [],
  loadModel: "unknown",
  source: "quoted",
  latencyResolutionMicros: 1,
  latencyRelativeError: 0,
  absent: [],
  clock: "none",
  startedAtMicros: null,
  durationSeconds: null,
};

const cell = (requests: number, distribution: Cell["distribution"] = { kind: "none" }): Cell => ({
  requests,
  errors: 0,
  items: requests,
  bytes: 0,
  sumMicros: null,
  minMicros: null,
  maxMicros: null,
  distribution,
});

function format(
  change: Partial<ParseReport>,
  role: Format["role"] = "run",
  give: (sink: Parameters<Format["open"]>[0]) => void = () => {},
): Format {
  return {
    id: change.format ?? "a",
    tool: "k6",
    title: `title of ${change.format ?? "a"}`,
    reads: "document",
    role,
    detect: () => ({ match: true }),
    open: (sink) => ({
      write: () => {},
      end() {
        give(sink);
        return { ...base, ...change };
      },
    }),
  };
}

function read(...files: Format[]): ParseReport {
  const parse = new UploadParse(new Recorder(), true);
  for (const [at, file] of files.entries()) parse.begin(`file ${at}`, file, {});
  return parse.end();
}

describe("the files of one upload", () => {
  it("say together what each says, and are of the one that tells most", () => {
    const summary = format({ format: "stats", absent: ["errors"], latencyRelativeError: 0.05, accepted: 4 });
    const samples = format({
      format: "log",
      source: "samples",
      clock: "absolute",
      toolVersion: "2.1",
      accepted: 10,
    });
    expect(read(summary, samples)).toMatchObject({
      format: "log",
      source: "samples",
      clock: "absolute",
      toolVersion: "2.1",
      accepted: 14,
      absent: [],
      latencyRelativeError: 0.05,
    });
  });

  it("were loaded as the uploader says, and else as their tool does it", () => {
    const loaded = (load?: "open") => {
      const parse = new UploadParse(new Recorder(), false);
      parse.begin("a", format({ loadModel: "closed" }), load === undefined ? {} : { load });
      return parse.end().loadModel;
    };
    expect([loaded(), loaded("open")]).toEqual(["closed", "open"]);
  });

  it("name the file of a refused line", () => {
    const refused = { count: 1, first: [{ line: 3, byte: 9, column: null, reason: "is bad" }] };
    expect(read(format({}), format({ refused })).refused.first).toMatchObject([{ reason: "file 1: is bad" }]);
  });

  it("aren't a run if none of them is", () => {
    expect(() => read(format({ format: "failures" }, "supplement"))).toThrow(
      expect.objectContaining({ code: "file-empty", message: expect.stringContaining("title of failures") }),
    );
    expect(read(format({}, "supplement"), format({ format: "b" })).format).toBe("b");
  });

  it("hold samples once: two files of requests are two parts", () => {
    const samples = () => format({ source: "samples" });
    expect(() => read(samples(), samples())).toThrow(
      expect.objectContaining({ code: "parameter-unreadable" }),
    );
  });

  it("describe one whole: its samples first, then what says most", () => {
    const aggregation = new RunAggregation({ originMicros: 1e15 });
    const parse = new UploadParse(aggregation, true);
    const quoted = { kind: "quoted", micros: { p99: 5 } } as const;
    parse.begin(
      "a",
      format({}, "run", (sink) => sink.total(ALL_REQUESTS, cell(10, quoted))),
      {},
    );
    parse.begin(
      "b",
      format({}, "run", (sink) => sink.total(ALL_REQUESTS, cell(0))),
      {},
    );
    parse.end();
    expect(aggregation.finish().all).toMatchObject({ requests: 10, distribution: quoted });

    const sampled = new RunAggregation();
    sampled.total(ALL_REQUESTS, cell(10, quoted));
    sampled.add(ALL_REQUESTS, 1e15, 20, false, 1, 0);
    expect(sampled.finish().all).toMatchObject({ requests: 1, distribution: { kind: "sketch" } });
  });

  it("give intervals and failures once: those of samples, else of the best of them", () => {
    const intervals = (name: string, change: Partial<ParseReport>, role: Format["role"] = "run") =>
      format({ format: name, clock: "absolute", ...change }, role, (sink) => {
        sink.interval(ALL_REQUESTS, 0, 10, cell(name.length));
        sink.failure(ALL_REQUESTS, name, 1);
      });
    const given = (...files: Format[]) => {
      const recorder = new Recorder();
      const parse = new UploadParse(recorder, true);
      for (const file of files) parse.begin(file.id, file, {});
      parse.end();
      const { intervals: kept, failures } = recorder.all;
      return { counts: kept.map(({ cell: { requests } }) => requests), reasons: [...failures.keys()] };
    };
    const history = intervals("history", {});
    const json = intervals("json", { source: "sketch" });
    const dump = format({ format: "dump", source: "samples" });
    const failures = intervals("failures", { source: "none" }, "supplement");
    expect(given(history, json)).toEqual({ counts: [4], reasons: ["json"] });
    expect(given(json, history)).toEqual({ counts: [4], reasons: ["json"] });
    expect(given(history, dump)).toEqual({ counts: [], reasons: ["history"] });
    expect(given(history, failures)).toEqual({ counts: [7], reasons: ["failures"] });
  });

  it("are of one tool", () => {
    const other: Format = { ...format({}), tool: "locust" };
    expect(() => read(format({}), other)).toThrow(
      expect.objectContaining({
        code: "parameter-unreadable",
        message: expect.stringContaining("k6 and locust"),
      }),
    );
  });

  it("don't claim values that their samples don't show", () => {
    const samples = format({ format: "gnuplot", source: "samples", absent: ["errors"] });
    expect(read(format({ format: "report" }), samples).absent).toEqual(["errors"]);
    expect(
      read(format({ format: "table", absent: ["requests", "errors"] }), format({ format: "text" })),
    ).toMatchObject({
      format: "text",
      absent: [],
    });
  });
});
