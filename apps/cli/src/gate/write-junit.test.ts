import { describe, expect, it } from "vitest";
import type { GateReport, ReportedJudgement } from "./gate-report.ts";
import { writeError } from "./write-error.ts";
import { writeJunit } from "./write-junit.ts";

const RUN: NonNullable<GateReport["run"]> = {
  id: "019a0000-0000-7000-8000-000000000001",
  url: "https://headroom.example/runs/1",
  status: "finished",
  number: 12,
  service: "Checkout",
  experiment: "Mix",
  commit: "0123456789abcdef",
  branch: "topic",
  startedAt: "2026-03-02T10:00:00.120Z",
  endedAt: "2026-03-02T10:10:00.620Z",
};

type Finding = ReportedJudgement["findings"][number];

function finding(said: Pick<Finding, "effect" | "about" | "words"> & Partial<Finding>): Finding {
  const nothing = { metric: null, label: null, before: null, after: null, unit: null, ratio: null };
  const rest = {
    renamedTo: null,
    interval: null,
    limit: null,
    window: null,
    runs: null,
    doubt: null,
    evidence: null,
  };
  return { kind: "target", code: "met", ...nothing, ...rest, ...said };
}

const MISSED = finding({ effect: "fail", about: "p99 <= 200 ms", words: "250 ms < 1 s & more." });
const MET = finding({ effect: "pass", about: "error rate <= 1%", words: "0.2% errors." });

function junit(findings: Finding[], over: Partial<GateReport> = {}): string {
  const policy = { targets: true, minChange: 0, detect: 0.2, afterStep: "unsure" as const };
  const judgement: ReportedJudgement = { outcome: "holds", reason: null, policy, findings, next: null };
  const unknown = {
    file: null,
    baseline: null,
    comparisonUrl: null,
    judgementUrl: null,
    commitsBetween: null,
    whatChanged: null,
    gauges: [],
  };
  return writeJunit({ judgement, run: RUN, ...unknown, ...over });
}

const casesOf = (written: string) => [...written.matchAll(/<testcase .*?<\/testcase>/gs)].map(([one]) => one);

describe("a JUnit report", () => {
  it("has the reason of a failure as its text, which GitLab and Jenkins show, with its type and the run", () => {
    const text = [
      "250 ms &lt; 1 s &amp; more.",
      "Checkout / Mix, run #12, commit 0123456789",
      "https://headroom.example/runs/1",
    ].join("\n");
    expect(casesOf(junit([MISSED]))).toEqual([
      `<testcase classname="Checkout / Mix" name="p99 &lt;= 200 ms"><failure type="target missed" message="250 ms &lt; 1 s &amp; more.">${text}</failure></testcase>`,
    ]);
  });

  it("says whether a target was missed, something regressed, or the results don't settle it", () => {
    const findings: Finding[] = [
      MISSED,
      finding({
        effect: "fail",
        kind: "change",
        code: "regressed",
        about: "p95",
        words: "Rose.",
        evidence: "Beyond the noise.",
      }),
      finding({ effect: "unsure", kind: "comparison", about: "comparison", words: "Not compared." }),
    ];
    expect(junit(findings)).toContain(">Rose. Beyond the noise.\n");
    const types = [...junit(findings).matchAll(/<(failure|error) type="([^"]*)"/g)];
    expect(types.map(([, element, type]) => [element, type])).toEqual([
      ["failure", "target missed"],
      ["failure", "regression"],
      ["error", "unsure"],
    ]);
  });

  it("has each name once, with all that is to say of it, and counts it once", () => {
    const unsure = (words: string) =>
      finding({ effect: "unsure", kind: "label", about: "comparison", words });
    const written = junit([MISSED, unsure("A label is missing."), unsure("Too noisy."), MET]);
    const names = casesOf(written).map((one) => /name="([^"]*)">/.exec(one)?.[1]);
    expect(names).toEqual(["p99 &lt;= 200 ms", "comparison", "error rate &lt;= 1%"]);
    expect(written).toContain('tests="3" failures="1" errors="1"');
    expect(written).toContain('message="A label is missing. Too noisy.">A label is missing.\nToo noisy.\n');
  });

  it("has the values of what passed, and no case for a note", () => {
    const note = finding({
      effect: "note",
      kind: "left-out",
      about: "run",
      words: "Only 5m of 10m are judged.",
    });
    const written = junit([MET, note]);
    expect(casesOf(written)).toEqual([
      '<testcase classname="Checkout / Mix" name="error rate &lt;= 1%"><system-out>0.2% errors.</system-out></testcase>',
    ]);
    expect(written).toMatch(
      /\n<system-out>Passed: it holds\. [^<]*\nrun: Only 5m of 10m are judged\.\n[^<]*<\/system-out>/,
    );
  });

  it("has a case even if there are only notes, because Jenkins fails on a report without any", () => {
    const written = junit([
      finding({ effect: "note", kind: "reference", about: "run", words: "No baseline yet." }),
    ]);
    expect(written).toContain('tests="1" failures="0" errors="0"');
    expect(casesOf(written)).toEqual([expect.stringContaining('name="gate"')]);
  });

  it("says when the run began and how long it took, where that is known", () => {
    expect(junit([MET])).toContain(' timestamp="2026-03-02T10:00:00" time="600.5">');
    const unknown = junit([MET], { run: null, file: "results.jtl" });
    expect(unknown).toContain(
      '<testsuite name="headroom gate: results.jtl" tests="1" failures="0" errors="0">',
    );
  });

  it("links the run, its baseline and their comparison", () => {
    const baseline: GateReport["baseline"] = {
      id: RUN.id,
      url: "https://headroom.example/runs/0",
      number: 9,
      commit: null,
      branch: "main",
      chosen: "last-good",
      level: [],
      doubt: null,
      commitsBack: null,
      commitsUrl: null,
    };
    const comparisonUrl = "https://headroom.example/comparisons?runs=0&x=1";
    const written = junit([MET], { baseline, comparisonUrl });
    expect(
      [...written.matchAll(/<property name="(\w+)" value="([^"]*)"\/>/g)].map((one) => one.slice(1)),
    ).toEqual([
      ["run", "https://headroom.example/runs/1"],
      ["commit", "0123456789abcdef"],
      ["branch", "topic"],
      ["baseline", "https://headroom.example/runs/0"],
      ["comparison", "https://headroom.example/comparisons?runs=0&amp;x=1"],
    ]);
  });

  it("has the reason as text, too, if nothing was judged", () => {
    const subject = { names: ["Checkout", "Mix"], build: { number: null, commit: null } };
    const error = {
      subject,
      code: "unauthenticated",
      message: "The token is wrong.",
      hint: "Use <another>.",
    } as const;
    expect(casesOf(writeError(error, "junit"))).toEqual([
      '<testcase classname="Checkout / Mix" name="gate"><error type="unauthenticated" message="The token is wrong. Use &lt;another&gt;.">The token is wrong. Use &lt;another&gt;.\nCheckout / Mix</error></testcase>',
    ]);
  });
});
