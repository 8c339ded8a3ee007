import { describe, expect, it } from "vitest";
import type { DetectionAnswer } from "@headroom/contract";
import { formatBytes } from "@headroom/core/format";
import { bundlingOf, planUploads } from "./plan-uploads.ts";
import type { KnownFile } from "./plan-uploads.ts";
import { askedFields, prepareRefusals } from "./prepare-detection.ts";
import { prepareUpload } from "./prepare-upload.ts";
import { readDetection, readUploadedRun } from "./read-answer.ts";
import { readProblem } from "./read-problem.ts";
import { uploadAddress } from "../shell/upload-address.ts";
import { parseUploadQuery } from "./search-params.ts";
import { EMPTY_FORM, detectionQuery, uploadQuery, wrongTarget } from "./upload-form.ts";

const form = {
  ...EMPTY_FORM,
  destination: " Shop  / Peak mix",
  service: " Shop ",
  experiment: "Peak mix",
};

describe("the query of an upload", () => {
  it("says what was written, and nothing else", () => {
    expect(Object.fromEntries(uploadQuery(form, null))).toEqual({ service: "Shop", experiment: "Peak mix" });
    const said = {
      ...form,
      tool: "k6-csv",
      unit: "ms",
      started: "2026-11-21T10:00:00",
      targets: "p99 <= 200 ms\n\n error rate <= 0.1 % ",
      notes: "  ",
      price: " 14.40 USD/h",
      simulated: "true",
      changed: " cache co-recs ",
      configuration: "memory=12 GB\n\ninstances=8",
      exceptLabels: "setup*\n\n*.png",
      onlyLabels: " GET * ",
    };
    const query = uploadQuery(said, { run: "r", generator: "a.jtl" });
    expect(query.getAll("target")).toEqual(["p99 <= 200 ms", "error rate <= 0.1 %"]);
    expect(query.get("started")).toBe(new Date("2026-11-21T10:00:00").toISOString());
    expect([query.get("tool"), query.get("unit"), query.get("notes")]).toEqual(["k6-csv", "ms", null]);
    expect([query.get("price"), query.get("simulated")]).toEqual(["14.40 USD/h", "true"]);
    expect(query.get("changed")).toBe("cache co-recs");
    expect(query.getAll("configuration")).toEqual(["memory=12 GB", "instances=8"]);
    expect([query.getAll("except-label"), query.getAll("only-label")]).toEqual([
      ["setup*", "*.png"],
      ["GET *"],
    ]);
    expect([query.get("run"), query.get("generator")]).toEqual(["r", "a.jtl"]);
  });

  it("asks what a file is with the uploader's word alone", () =>
    expect(detectionQuery({ tool: "auto", mapping: " {} " }).toString()).toBe("mapping=%7B%7D"));

  it("names the line of the first target that cannot be read", () => {
    expect(wrongTarget("p99 <= 200 ms\n\np99 < fast")).toMatchObject({ line: 3, error: { at: 6 } });
    expect(wrongTarget("\n")).toBeNull();
  });
});

const file = (id: string, format: string, role: "run" | "supplement" = "run"): KnownFile => ({
  id,
  name: `${id}.csv`,
  bytes: 10,
  format: { id: format, tool: format.split("-")[0] ?? "", role },
});

describe("several files", () => {
  it("of one tool and several kinds are one run in one form", () => {
    const files = [file("a", "locust-stats"), file("b", "locust-history")];
    expect(bundlingOf(files)).toEqual({ kind: "fixed", bundle: "form" });
    expect(planUploads(files, "form", "k")).toEqual([{ fileIds: ["a", "b"], bytes: 20, part: null }]);
  });

  it("of one kind are generators or runs: only the uploader knows", () => {
    const files = [file("a", "jmeter-csv"), { ...file("b", "jmeter-csv"), name: "a.csv" }];
    expect(bundlingOf(files)).toEqual({ kind: "choice" });
    expect(planUploads(files, "generators", "k").map(({ part }) => part)).toEqual([
      { run: "k", generator: "a.csv" },
      { run: "k", generator: "a.csv (2)" },
    ]);
    expect(planUploads(files, "runs", "k").map(({ part }) => part)).toEqual([null, null]);
  });

  it("from two tools, or that only add detail to a missing run, make no run", () => {
    expect(bundlingOf([file("a", "k6-csv"), file("b", "jmeter-csv")])).toMatchObject({ kind: "impossible" });
    expect(bundlingOf([file("a", "locust-failures", "supplement")])).toMatchObject({ kind: "impossible" });
    expect(bundlingOf(Array.from({ length: 21 }, (_, at) => file(`${at}`, "k6-csv")))).toMatchObject({
      kind: "impossible",
    });
  });
});

const answer: DetectionAnswer = {
  format: null,
  tried: [
    { id: "a", reason: "no header" },
    { id: "b", reason: "no header" },
    { id: "c", reason: "no JSON" },
  ],
  refusal: { detail: "Unknown file format.", hint: null },
  table: { columns: [{ name: "took", values: ["12", "13"] }], mapping: null },
  known: [{ id: "a", tool: "t", title: "Format A" }],
};

describe("what a file is", () => {
  it("is shown with each reason once, the rarest first", () =>
    expect(prepareRefusals(answer)).toEqual([
      { formats: "c", reason: "no JSON" },
      { formats: "Format A, b", reason: "no header" },
    ]));

  it("decides what has to be asked", () => {
    expect([...askedFields(["hgrm", "k6-csv"])]).toEqual(["load", "unit"]);
    expect([...askedFields([null])]).toEqual(["mapping"]);
  });

  it("is read from the answer, and from nothing else", () => {
    expect(readDetection(JSON.stringify(answer))).toEqual(answer);
    expect(readDetection("<html>")).toBeNull();
    expect(readUploadedRun('{"run":{"id":"x"}}')).toEqual({ runId: "x" });
    expect(readUploadedRun("[]")).toBeNull();
  });
});

describe("a refusal", () => {
  const body = JSON.stringify({
    title: "The file cannot be read",
    code: "file-unreadable",
    detail: "No number.",
    line: 17,
    instance: "urn:headroom:request:abc",
  });
  it("names its line and its request, and isn't retried automatically", () =>
    expect(readProblem(422, body, null)).toMatchObject({
      line: 17,
      requestId: "abc",
      retryAfterSeconds: null,
    }));

  it("that asks for a retry says when", () => {
    const busy = JSON.stringify({ code: "too-many-runs-in-flight", title: "", detail: "", instance: "" });
    expect(readProblem(429, busy, "7").retryAfterSeconds).toBe(7);
    expect(readProblem(429, busy, null).retryAfterSeconds).toBe(5);
  });

  it("of something in between is not taken for ingest's", () =>
    expect(readProblem(413, "<html>", null).title).toBe("A proxy rejected an upload of this size"));
});

describe("the page", () => {
  const chosen = [{ id: "1", file: new File(["x".repeat(2_000)], "results.jtl") }];
  const known = {
    kind: "known",
    answer: { ...answer, format: { ...file("a", "k6-csv").format, title: "k6", reads: "lines" } },
  } as const;
  const base = { files: chosen, states: [known], form, bundle: "generators", problem: null } as const;

  it("says what is missing before it can be sent", () => {
    expect(prepareUpload(base)).toMatchObject({ obstacle: null, button: "Send", choice: false });
    expect(prepareUpload({ ...base, form: EMPTY_FORM }).obstacle).toBe(
      "Choose an experiment, or enter a new one.",
    );
    expect(prepareUpload({ ...base, form: { ...form, targets: "fast" } }).obstacle).toMatch(/line 1/);
    const priced = (price: string) => prepareUpload({ ...base, form: { ...form, price } });
    expect([priced("0.004 USD/s").obstacle, priced(" ").errors]).toEqual([null, {}]);
    expect(priced("$4")).toMatchObject({
      obstacle: "The price isn't valid.",
      errors: { price: expect.stringMatching(/^Expected an amount above 0.*14\.40 USD\/h\.$/) },
    });
    expect(prepareUpload({ ...base, states: [{ kind: "unknown", answer }] }).sentence.lead).toMatch(
      /can't be read/,
    );
    expect(prepareUpload({ ...base, files: [], states: [] }).obstacle).toBe("Choose a file first.");
  });

  it("shows a refusal at the field that it names", () => {
    const problem = {
      ...readProblem(
        400,
        JSON.stringify({ code: "parameter-missing", detail: "No unit.", field: "unit" }),
        null,
      ),
    };
    expect(prepareUpload({ ...base, problem }).errors).toEqual({ unit: "No unit." });
    expect(prepareUpload({ ...base, problem: { ...problem, field: "target" } }).errors).toHaveProperty(
      "targets",
    );
    expect(prepareUpload({ ...base, problem: { ...problem, field: "except-label.3" } }).errors).toEqual({
      exceptLabels: "No unit.",
    });
    expect(prepareUpload({ ...base, problem: { ...problem, field: "elapsed" } }).errors).toEqual({});
  });
});

it("the address holds where the files go", () => {
  const query = { service: "Shop & Co", experiment: "Peak" };
  expect(
    parseUploadQuery(Object.fromEntries(new URL(uploadAddress(query), "http://x").searchParams)),
  ).toEqual(query);
  expect(uploadAddress({ service: "", experiment: "" })).toBe("/upload");
  expect(parseUploadQuery({ service: ["a", "b"] })).toEqual({ service: "a", experiment: "" });
});

it("writes sizes as file managers do", () =>
  expect([0, 999, 20_480_000, 1_200_000_000].map(formatBytes)).toEqual([
    "0 B",
    "999 B",
    "20.5 MB",
    "1.2 GB",
  ]));
