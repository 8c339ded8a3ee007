import { describe, expect, it } from "vitest";
import { sinceClosed } from "./changes.ts";
import type { StepAtClose } from "./changes.ts";
import { countSteps, gamedayPhase, outcomeSentence } from "./outcome.ts";
import { leftOutOf } from "./run-standing.ts";
import type { GamedayRun } from "./run-standing.ts";
import { stepOfRuns, stepOfTick } from "./step.ts";

const at = (clock: string) => new Date(`2026-11-20T${clock}:00Z`);
const window = { startsAt: at("20:00"), endsAt: at("21:00"), environment: "shadow" };
const run = (change: Partial<GamedayRun> = {}): GamedayRun => ({
  number: 1,
  startedAt: at("20:10"),
  uploadedAt: at("20:20"),
  status: "finished",
  deleted: false,
  setAside: false,
  simulated: false,
  environment: "shadow",
  verdict: "met",
  outcome: "holds",
  asPlanned: true,
  ...change,
});

describe("a run", () => {
  it.each<[string, Partial<GamedayRun>, ReturnType<typeof leftOutOf>]>([
    ["that started in the window counts", {}, null],
    ["that started with the window counts", { startedAt: at("20:00") }, null],
    ["that was uploaded after the window counts", { uploadedAt: at("23:00") }, null],
    [
      "that started before the window doesn't, even if it ended in it",
      { startedAt: at("19:59") },
      "before-window",
    ],
    [
      "that started when the window ended doesn't",
      { startedAt: at("21:00"), uploadedAt: at("21:10") },
      "after-window",
    ],
    ["without a time counts as of its upload", { startedAt: null }, null],
    [
      "without a time that was uploaded too late doesn't",
      { startedAt: null, uploadedAt: at("21:30") },
      "after-window",
    ],
    ["whose clock is ahead counts as of its upload", { startedAt: at("22:10") }, null],
    ["from another environment doesn't", { environment: "staging" }, "other-environment"],
    ["whose environment is written in another case counts", { environment: "Shadow " }, null],
    ["that doesn't say where it ran counts", { environment: null }, null],
    ["that is simulated doesn't", { simulated: true }, "simulated"],
    ["that was deleted doesn't", { deleted: true }, "deleted"],
    ["that was set aside doesn't", { setAside: true }, "set-aside"],
    ["that is being received doesn't count yet", { status: "receiving" }, "receiving"],
    ["that was interrupted counts", { status: "interrupted" }, null],
  ])("%s", (_what, change, expected) => {
    expect(leftOutOf(run(change), window)).toBe(expected);
  });

  it("from anywhere counts if the gameday takes place anywhere", () => {
    expect(leftOutOf(run({ environment: "staging" }), { ...window, environment: null })).toBeNull();
  });
});

describe("a step", () => {
  const of = (...changes: Partial<GamedayRun>[]) =>
    stepOfRuns(changes.map((change, place) => run({ number: place + 1, ...change })));
  const [met, missed, unsure] = [{}, { verdict: "missed" }, { verdict: "unsure" }] as const;

  it("is open until a run counts", () => expect(of()).toEqual({ state: "open", words: null }));

  it.each<[string, Partial<GamedayRun>[], string, string]>([
    ["met", [met], "met", "Run 1 met its targets."],
    ["met twice", [met, met], "met", "Runs 1 and 2 met their targets."],
    ["missed", [missed], "missed", "Run 1 missed its targets."],
    ["missed after it met", [met, missed], "missed", "Run 2 missed its targets. Run 1 met its targets."],
    ["met after it missed", [missed, met], "unsure", "Run 1 missed its targets. Run 2 met its targets."],
    ["missed, then unsure", [missed, unsure], "missed", "Run 1 missed its targets. Run 2 is unsure."],
    [
      "missed, met, then unsure",
      [missed, met, unsure],
      "unsure",
      "Run 1 missed its targets. Run 2 met its targets. Run 3 is unsure.",
    ],
    ["met, then unsure", [met, unsure], "unsure", "Run 1 met its targets. Run 2 is unsure."],
    ["regressed", [{ outcome: "regressed" }], "unsure", "Run 1 met its targets and regressed."],
    [
      "regressed without targets",
      [{ verdict: null, outcome: "regressed" }, met],
      "unsure",
      "Run 2 met its targets. Run 1 regressed.",
    ],
    [
      "missed and regressed",
      [{ verdict: "missed", outcome: "regressed" }],
      "missed",
      "Run 1 missed its targets.",
    ],
    [
      "unsure but for its targets",
      [{ outcome: "unsure" }, { outcome: "unsure" }],
      "unsure",
      "Runs 1 and 2 met their targets and are unsure otherwise.",
    ],
    ["not decided yet", [{ outcome: null }], "met", "Run 1 met its targets."],
    ["without targets", [{ verdict: null }], "unsure", "Run 1 has no targets."],
    [
      "without a baseline",
      [{ verdict: "no-baseline" }],
      "unsure",
      "Run 1 has no baseline to be compared with.",
    ],
    [
      "interrupted twice",
      [{ status: "interrupted" }, { status: "interrupted" }],
      "unsure",
      "Runs 1 and 2 were interrupted.",
    ],
    [
      "interrupted and missed",
      [{ status: "interrupted", verdict: "missed" }],
      "missed",
      "Run 1 missed its targets.",
    ],
    [
      "met by other targets",
      [{ asPlanned: false }],
      "unsure",
      "Run 1 was judged by other targets than planned.",
    ],
    [
      "missed by other targets",
      [{ asPlanned: false, verdict: "missed" }],
      "missed",
      "Run 1 missed its targets.",
    ],
  ])("%s", (_what, changes, state, words) => {
    expect(of(...changes)).toEqual({ state, words });
  });

  it("without upload is what was ticked", () => {
    expect([null, "as-expected" as const, "not-as-expected" as const].map(stepOfTick)).toEqual([
      "open",
      "met",
      "missed",
    ]);
  });
});

describe("a gameday", () => {
  it("is planned, runs, ends, and is closed", () => {
    const times = { startsAt: at("20:00"), endsAt: at("21:00"), closedAt: null };
    const phases = ["19:59", "20:00", "20:59", "21:00"].map((clock) =>
      gamedayPhase({ ...times, now: at(clock) }),
    );
    expect(phases).toEqual(["planned", "running", "running", "ended"]);
    expect(gamedayPhase({ ...times, now: at("20:30"), closedAt: at("20:20") })).toBe("closed");
  });

  it("says how it went, the worst first", () => {
    const say = (...states: Parameters<typeof countSteps>[0]) =>
      [
        outcomeSentence(countSteps(states), "running"),
        outcomeSentence(countSteps(states), "closed"),
      ] as const;
    expect(say()).toEqual(["Nothing is planned yet.", "Nothing is planned yet."]);
    expect(say("open")).toEqual(["Nothing has been run yet.", "Nothing was run."]);
    expect(say("met", "met")[1]).toBe("All 2 steps went as planned.");
    expect(say("met")[1]).toBe("The step went as planned.");
    expect(say("missed")[1]).toBe("Of 1 step: 1 missed.");
    expect(say("met", "open", "missed", "unsure", "open")).toEqual([
      "Of 5 steps: 1 missed, 1 unsure, 2 to go, 1 as planned.",
      "Of 5 steps: 1 missed, 1 unsure, 2 not run, 1 as planned.",
    ]);
  });

  it("that is closed says what became of its runs", () => {
    const one = { id: "r1", number: 1, verdict: "met", outcome: "holds", leftOut: null };
    const step: StepAtClose = { id: "s", title: "Mix", state: "met", runs: [one] };
    expect(sinceClosed([step], [step])).toEqual([]);
    const later: StepAtClose = {
      ...step,
      state: "missed",
      runs: [
        { ...one, leftOut: "deleted" },
        { id: "r2", number: 2, verdict: "missed", outcome: "misses", leftOut: null },
        { id: "r3", number: 3, verdict: "met", outcome: "not-judged", leftOut: "simulated" },
      ],
    };
    expect(sinceClosed([step], [later])).toEqual([
      "Mix would now be missed.",
      "Run 1 of Mix was deleted.",
      "Run 2 of Mix was uploaded later.",
    ]);
    const again: StepAtClose = { ...step, state: "unsure", runs: [{ ...one, verdict: "unsure" }] };
    expect(sinceClosed([step], [again])).toEqual([
      "Mix would now be unsure.",
      "Run 1 of Mix was judged again.",
    ]);
    const withOutcome = (outcome: string | null): StepAtClose => ({ ...step, runs: [{ ...one, outcome }] });
    expect(sinceClosed([step], [withOutcome("regressed")])).toEqual(["Run 1 of Mix was judged again."]);
    // It was decided for the first time.
    expect(sinceClosed([withOutcome(null)], [step])).toEqual([]);
  });
});
