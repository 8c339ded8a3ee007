import { describe, expect, it } from "vitest";
import { CODES, RUN } from "../testing/evidence.ts";
import { busy, verdictOf } from "../testing/judged.ts";
import { stateFindings } from "../judgement/run-findings.ts";
import { sayFindings } from "../judgement/words.ts";
import { parseTarget } from "../targets/target.ts";
import type { RunEvidence } from "../judgement/evidence.ts";
import { runCodes } from "./called-success.ts";

const span = { fromSeconds: 3, toSeconds: 9 };
const of = (code: number, requests: number, failed = 0) => ({ code, requests, failed, span });

function targets(...texts: string[]) {
  return texts.map((text) => {
    const parsed = parseTarget(text);
    if (!parsed.ok) throw new Error(parsed.error.message);
    return parsed.target;
  });
}

const found = (
  codes: Parameters<typeof runCodes>[0],
  {
    texts = [],
    errors = 0,
    ...counted
  }: { texts?: string[]; errors?: number } & Partial<
    Pick<Parameters<typeof runCodes>[1], "countedBy" | "wanted">
  > = {},
) =>
  runCodes(codes, {
    all: { requests: 10_000, errors },
    targets: targets(...texts),
    countedBy: "tool",
    wanted: null,
    ...counted,
  });

describe("answers that the tool called successes", () => {
  it("are counted by class, without those that it called failed", () => {
    expect(found([of(503, 40, 10), of(500, 50), of(404, 7), of(502, 3, 3)])).toEqual({
      server: { requests: 80, share: 0.008, codes: [500, 503], span },
      client: { requests: 7, share: 0.0007, codes: [404], span },
      countedBy: "tool",
      wanted: null,
      isOpen: true,
    });
    expect(found([of(500, 4, 4)])).toBeNull();
    expect(found([])).toBeNull();
  });

  it.each([
    ["from 0.1% on without an error target", [], 0, 10, true],
    ["not below 0.1%", [], 0, 9, false],
    ["not below 0.1%, however low the error target is", ["errors <= 0.01%"], 0, 9, false],
    ["from the error target on", ["errors <= 1%"], 0, 100, true],
    ["not below the error target", ["errors <= 1%"], 0, 99, false],
    ["from where the error rate would reach the target with them", ["errors <= 1%"], 60, 40, true],
    ["from the lowest error target on", ["errors <= 1%", "errors of /pay <= 0.5%"], 0, 60, true],
    ["whatever a floor of throughput says", ["throughput >= 10/s"], 0, 10, true],
  ])("matter %s", (_, texts, errors, answers, isOpen) => {
    expect(found([of(500, answers)], { texts, errors })?.isOpen).toBe(isOpen);
  });

  it("are settled once somebody says what errors are counted by, if they are counted so", () => {
    const isOpen = (countedBy: "tool" | "code", wanted: "tool" | "code" | null) =>
      found([of(500, 3_000)], { countedBy, wanted })?.isOpen;
    expect([isOpen("tool", "tool"), isOpen("code", "code"), isOpen("code", null)]).toEqual([
      false,
      false,
      false,
    ]);
    expect([isOpen("tool", null), isOpen("tool", "code")]).toEqual([true, true]);
  });

  it("with a 4xx code never decide", () => {
    expect(found([of(404, 5_000)])?.isOpen).toBe(false);
  });
});

describe("a target that rests on them", () => {
  const codes = { requests: 1_000 };
  it.each(["p99 <= 200 ms", "mean <= 26 ms", "error rate <= 0.1%", "throughput >= 50/s"])(
    "%s is unsure",
    (text) => {
      expect(verdictOf(text, busy).verdict).toBe("met");
      expect(verdictOf(text, busy, { codes })).toMatchObject({
        verdict: "unsure",
        doubt: { code: "codes" },
        reason: expect.stringContaining(
          "It counts 1,000 answers with a 5xx code as successful, because the tool called them that.",
        ) as string,
      });
    },
  );

  it("is missed if it is missed without them", () => {
    expect(verdictOf("p99 <= 50 ms", busy, { codes }).verdict).toBe("missed");
  });

  it("is another one than a ceiling of throughput", () => {
    expect(verdictOf("throughput <= 500/s", busy, { codes }).verdict).toBe("met");
  });
});

describe("the finding", () => {
  const said = (codes: Partial<NonNullable<RunEvidence["codes"]>>) =>
    sayFindings(stateFindings({ ...RUN, codes: { ...CODES, ...codes } }), [])
      .filter(({ kind }) => kind === "codes")
      .map(({ effect, words }) => `${effect}: ${words}`);
  const what =
    "The tool called 1,000 answers with a 5xx code successes: 33% of all requests, with the code 500, from 0:00 to 1:00.";

  it.each([
    [{}, `unsure: ${what}`],
    [
      { wanted: "code" },
      `unsure: ${what} This experiment's errors are counted by status code, but the run's were counted as the tool reported them.`,
    ],
    [
      { wanted: "tool", isOpen: false },
      `note: ${what} They count as successful, because errors are counted as the tool reports them.`,
    ],
    [
      { countedBy: "code", wanted: "code", isOpen: false },
      `note: ${what} They count as failed, because errors are counted by status code.`,
    ],
    [{ isOpen: false }, `note: ${what} They count as successful.`],
  ] as const)("%j", (codes, words) => {
    expect(said(codes)).toEqual([words]);
  });

  it("of 4xx codes is a note", () => {
    const client = { requests: 20, share: 0.002, codes: [404, 429], span: null };
    expect(said({ server: null, client })).toEqual([
      "note: The tool called 20 answers with a 4xx code successes: 0.2% of all requests, with the codes 404, 429.",
    ]);
  });

  it("leaves out what is less than 0.1%", () => {
    expect(said({ server: { requests: 3, share: 0.0005, codes: [500], span: null } })).toEqual([]);
  });
});
