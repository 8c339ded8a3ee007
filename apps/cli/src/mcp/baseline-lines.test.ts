import type { RunVerdictAnswer } from "@headroom/contract";
import { expect, it } from "vitest";
import { baselineLines } from "./baseline-lines.ts";

const url = "http://headroom.test/comparisons?runs=1,2";
const judged: RunVerdictAnswer = {
  run: {
    id: "run-2",
    url: "http://headroom.test/runs/2",
    status: "finished",
    number: 2,
    service: "Shop",
    experiment: "Mix",
    commit: null,
    branch: null,
    startedAt: null,
    endedAt: null,
  },
  judgement: null,
  verdict: "met",
  targets: [],
  doubt: null,
  warnings: [],
  leftOut: null,
  generators: { uploaded: 1, expected: null },
  baseline: {
    id: "run-1",
    url: "http://headroom.test/runs/1",
    number: 1,
    commit: null,
    branch: null,
    chosen: "last-good",
    level: [],
    doubt: null,
    commitsBack: null,
    commitsUrl: null,
  },
  noBaseline: null,
  whatChanged: null,
  comparison: {
    url,
    state: "ready",
    outcome: "no-change",
    verdict: "no-detectable-change",
    vetoes: [],
    leftOut: null,
    regressions: [],
  },
  retryAfterSeconds: null,
};

it("says that an answer can change as long as its baseline hasn't been compared itself", () => {
  const first = "Compared with run 1 (run-1): no change.";
  expect(baselineLines(judged)).toEqual([first, url]);
  expect(baselineLines({ ...judged, retryAfterSeconds: 3 })).toEqual([
    first,
    "This can still change: the baseline has only just arrived and hasn't been compared itself yet. Ask again.",
    url,
  ]);
});

it("says what is concluded from the pair, whatever its metrics say alone", () => {
  const { comparison } = judged;
  if (comparison === null) throw new Error("nothing is compared");
  const first = (changed: object) =>
    baselineLines({ ...judged, comparison: { ...comparison, verdict: "improved", ...changed } })[0];
  expect(first({ outcome: "regressed" })).toBe("Compared with run 1 (run-1): regressed.");
  expect(first({ outcome: "unsure" })).toBe("Compared with run 1 (run-1): unsure.");
  expect(first({ outcome: "not-comparable", vetoes: ["Other labels."] })).toBe(
    "Compared with run 1 (run-1): not comparable. Other labels.",
  );
  expect(first({ outcome: undefined })).toBe("Compared with run 1 (run-1).");
});

it("says why there is no comparison, or that it is still being computed or has failed", () => {
  const none = {
    ...judged,
    baseline: null,
    comparison: null,
    noBaseline: { reason: "It's the first.", expected: true },
  };
  expect(baselineLines(none)).toEqual(["Not compared. It's the first."]);
  const ending = (state: "working" | "failed") =>
    baselineLines({
      ...judged,
      retryAfterSeconds: state === "working" ? 3 : null,
      comparison: { url, state, verdict: null, vetoes: [], leftOut: null, regressions: [] },
    });
  expect(ending("working")).toEqual(["Compared with run 1 (run-1): still being computed, ask again."]);
  expect(ending("failed")).toEqual(["Compared with run 1 (run-1): failed."]);
});

it("says that a slowdown can hide in what isn't compared", () => {
  const { comparison } = judged;
  const leftOut = "Warm-up and cool-down are much longer in the other run.";
  const lines = baselineLines({
    ...judged,
    comparison: comparison === null ? null : { ...comparison, leftOut },
  });
  expect(lines).toContain(`A slowdown can hide. ${leftOut}`);
});
