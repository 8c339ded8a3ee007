import { describe, expect, it } from "vitest";
import { exitOf } from "./gate-report.ts";
import type { GateReport, ReportedJudgement } from "./gate-report.ts";
import { writeReport } from "./write-report.ts";

const RUN = {
  id: "019a0000-0000-7000-8000-000000000001",
  url: "https://headroom.example/runs/1",
  status: "finished",
  number: 12,
  service: "Checkout",
  experiment: "Mix",
  commit: "0123456789abcdef",
  branch: "topic",
  startedAt: null,
  endedAt: null,
} as const;

type Found = ReportedJudgement["findings"][number];

function finding(said: Partial<Found>): Found {
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
  return {
    effect: "pass",
    kind: "target",
    code: "met",
    ...nothing,
    ...rest,
    about: "p99 <= 1 s",
    words: "Met.",
    ...said,
  };
}

interface Given extends Partial<Omit<GateReport, "run" | "judgement">> {
  run?: Partial<GateReport["run"]>;
  judgement?: Partial<ReportedJudgement>;
}

function report({ run = {}, judgement = {}, ...over }: Given = {}): GateReport {
  return {
    judgement: {
      outcome: "holds",
      reason: null,
      policy: { targets: true, minChange: 0, detect: 0.2, afterStep: "unsure" },
      findings: [finding({})],
      next: null,
      ...judgement,
    },
    run: { ...RUN, ...run },
    file: null,
    baseline: null,
    comparisonUrl: null,
    judgementUrl: null,
    commitsBetween: null,
    whatChanged: null,
    gauges: [],
    ...over,
  };
}

const BASELINE: NonNullable<GateReport["baseline"]> = {
  id: RUN.id,
  url: "https://headroom.example/runs/0",
  number: 9,
  commit: null,
  branch: "a|@all",
  chosen: "last-good",
  level: [],
  doubt: null,
  commitsBack: null,
  commitsUrl: null,
};

const visible = (markdown: string) => markdown.split("\n").filter((line) => !line.startsWith("<!--"));
const outside = { run: null, file: "results_1.jtl" };

describe("a report", () => {
  it("names service, experiment, run and commit in its first line", () => {
    expect(writeReport(report(), "text").split("\n")[0]).toBe(
      "Passed: it holds. Checkout / Mix, run #12, commit 0123456789",
    );
    expect(visible(writeReport(report(), "markdown"))[0]).toBe(
      "**Passed: it holds.** Checkout / Mix, [run #12](https://headroom.example/runs/1), commit 0123456789",
    );
    const bare = report({ run: { number: null, commit: null } });
    expect(writeReport(bare, "text").split("\n")[0]).toBe("Passed: it holds. Checkout / Mix");
  });

  it("says once to people why several differences count, and with each to programs", () => {
    const why = "It exceeds the noise.";
    const change = { effect: "fail", kind: "change", code: "regressed", evidence: why } as const;
    const fail = (about: string) => finding({ ...change, about, words: `Rose ${about}.` });
    const missed = finding({ effect: "fail", about: "t", words: "It is too high." });
    const pass = finding({ about: "p50", words: "No change." });
    const findings = [missed, fail("p90"), fail("p99"), pass];
    const written = (of: Found[], format: "text" | "markdown" | "json") =>
      writeReport(report({ judgement: { outcome: "misses", findings: of } }), format);
    expect(written(findings, "text").split("\n").slice(0, 6)).toEqual([
      "Failed: it misses a target. Checkout / Mix, run #12, commit 0123456789",
      "  fail   t: It is too high.",
      "  fail   p90: Rose p90.",
      "  fail   p99: Rose p99.",
      "  fail   the 2 above: It exceeds the noise.",
      "  pass   p50: No change.",
    ]);
    expect(written(findings, "markdown")).toContain("| fail | the 2 above | It exceeds the noise. |");
    expect(written([fail("p90")], "text")).toContain("  fail   p90: Rose p90. It exceeds the noise.");
  });

  it("says what was changed on a line of its own, which is text of the people who upload", () => {
    const whatChanged = "<b>cache</b>\u001b[2J | off (memory 8 GB → 12 GB)";
    const [text, markdown, json] = (["text", "markdown", "json"] as const).map((format) =>
      writeReport(report({ whatChanged }), format),
    );
    expect(text).toContain("\n  What was changed: <b>cache</b>\uFFFD[2J | off (memory 8 GB → 12 GB)\n");
    expect(markdown).toContain(
      String.raw`${"\n\n"}What was changed: \<b\>cache\</b\>${"\uFFFD"}\[2J \| off (memory 8 GB → 12 GB)`,
    );
    expect(JSON.parse(json ?? "")).toMatchObject({ whatChanged });
    for (const format of ["text", "markdown"] as const)
      expect(writeReport(report(), format)).not.toContain("What was changed");
    const long = writeReport(report({ whatChanged: "a".repeat(9_000) }), "text");
    expect(long).toContain(`What was changed: ${"a".repeat(1_000)}…\n`);
  });

  it("is the whole judgement in JSON, with every number", () => {
    const regressed = finding({ kind: "change", code: "regressed", before: 100, after: 134, ratio: 1.34 });
    const written = writeReport(
      report({ judgement: { outcome: "regressed", findings: [regressed] } }),
      "json",
    );
    expect(JSON.parse(written)).toMatchObject({
      result: "fail",
      outcome: "regressed",
      reason: null,
      policy: { targets: true, minChange: 0, detect: 0.2, afterStep: "unsure" },
      findings: [
        { kind: "change", before: 100, after: 134, ratio: 1.34, about: "p99 <= 1 s", words: "Met." },
      ],
      run: { number: 12 },
      baseline: null,
    });
  });

  it("rewrites the parameters that a warning names as options of the command", () => {
    const warned = finding({
      effect: "note",
      kind: "warning",
      about: "run",
      words: "Say what it is with tool=.",
    });
    expect(writeReport(report({ judgement: { findings: [warned] } }), "text")).toContain(
      "Say what it is with --tool.",
    );
  });

  it("fits into a comment in Markdown, and says what it leaves out", () => {
    const label = "/a".repeat(250);
    const findings = Array.from({ length: 300 }, (_, at) =>
      finding({ effect: at === 0 ? "fail" : "pass", about: `p99 of "${label}"`, words: `Rose ${at}.` }),
    );
    const written = writeReport(report({ judgement: { findings } }), "markdown");
    expect(written.length).toBeLessThan(62_000);
    expect(written).toContain("Rose 0.");
    const [, left] = /\| (\d+) more lines didn't fit into this report\. \|/.exec(written) ?? [];
    expect(written.match(/^\| pass /gm)).toHaveLength(299 - Number(left));
  });

  it("names the file if there is no run", () => {
    const ofFile = { ...report(), ...outside };
    expect(writeReport(ofFile, "text").split("\n")[0]).toBe("Passed: it holds. results_1.jtl");
    expect(visible(writeReport(ofFile, "markdown"))[0]).toBe(
      String.raw`**Passed: it holds.** results\_1.jtl`,
    );
    expect(writeReport(ofFile, "junit")).toContain('<testsuite name="headroom gate: results_1.jtl"');
  });

  it("has other suites and classes in JUnit for another experiment, and the same for the next build", () => {
    const names = (of: GateReport) =>
      [...writeReport(of, "junit").matchAll(/(?:<testsuite |class)name="([^"]*)"/g)].map(([, name]) => name);
    expect(names(report())).toEqual(["headroom gate: Checkout / Mix", "Checkout / Mix"]);
    expect(names(report({ run: { experiment: "Peak" } }))).toEqual([
      "headroom gate: Checkout / Peak",
      "Checkout / Peak",
    ]);
    expect(names(report({ run: { number: 13, commit: "fedcba98765" } }))).toEqual(names(report()));
    expect(writeReport(report(), "junit")).toContain("Checkout / Mix, run #12, commit 0123456789");
  });

  it("links the numbers of runs, which would be issues of the repository otherwise", () => {
    const compared = { baseline: BASELINE, comparisonUrl: "https://headroom.example/comparisons?runs=0,1" };
    const written = writeReport(report(compared), "markdown");
    expect(written.replaceAll(/\[[^\]]*\]\([^)]*\)/g, "")).not.toMatch(/#\d/);
    expect(written).toContain(
      String.raw`Compared with [run #9](https://headroom.example/runs/0) (a\|\@all), the last good run. [Show the comparison](https://headroom.example/comparisons?runs=0,1).`,
    );
    expect(writeReport(report(compared), "text")).toContain(
      "Compared with run #9 (a|@all), the last good run: ",
    );
  });

  it("says how gauges of two compared runs changed, as the text that it is", () => {
    const gauges = ["“lag|*x*\n” peaked at 29,000, then 7,000 (−75.9%)."];
    expect(writeReport(report({ gauges }), "text")).toMatch(
      /^ {2}gauge {2}“lag\|\*x\*.{1,8}” peaked at 29,000/m,
    );
    expect(writeReport(report({ gauges }), "markdown")).toMatch(/“lag\\\|\\\*x\\\*.+then 7,000/s);
    expect(JSON.parse(writeReport(report({ gauges }), "json"))).toMatchObject({ gauges });
  });

  it("begins in Markdown with what changed of the whole run, then labels, and ends with notes", () => {
    const change = (metric: string, changed: Partial<Found> = {}) =>
      finding({
        kind: "change",
        code: "no-detectable-change",
        metric,
        about: metric,
        before: 112,
        after: 113,
        ratio: 113 / 112,
        interval: { low: 0.98, high: 1.04 },
        ...changed,
      });
    const worse = {
      effect: "fail",
      code: "regressed",
      after: 150,
      interval: { low: 1.28, high: 1.41 },
    } as const;
    const findings = [
      change("p99", { ...worse, evidence: "It exceeds the noise." }),
      change("p99", {
        ...worse,
        label: "GET /cart",
        about: 'p99 of "GET /cart"',
        words: "112 before, 150 now.",
      }),
      change("throughput", { interval: null }),
      change("p50"),
      change("p95", { code: "not-tested", effect: "note", words: "Not compared." }),
      finding({ effect: "note", kind: "warning", about: "run", words: "A note." }),
    ];
    const written = writeReport(report({ judgement: { outcome: "regressed", findings } }), "markdown");
    expect(written.split("\n").slice(2, -1)).toEqual([
      "",
      "| whole run | before | after | change | 95% interval | result |",
      "| --- | ---: | ---: | ---: | --- | --- |",
      "| throughput | 112/s | 113/s | +0.9% |  | pass |",
      "| p50 | 112 ms | 113 ms | +0.9% | −2.0% to +4.0% | pass |",
      "| p99 | 112 ms | 150 ms | +33.9% | +28.0% to +41.0% | fail |",
      "",
      "It exceeds the noise.",
      "",
      "| result | about | details |",
      "| --- | --- | --- |",
      '| fail | p99 of "GET /cart" | 112 before, 150 now. |',
      "| note | p95 | Not compared. |",
      "| note | run | A note. |",
    ]);
  });

  it("links the judgement and the commits since the baseline", () => {
    const ending = (commitsUrl: string | null, commitsBetween: number | null) =>
      writeReport(
        report({
          baseline: { ...BASELINE, branch: null, commitsUrl },
          judgementUrl: "https://headroom.example/runs/1?judgement=2",
          commitsBetween,
        }),
        "markdown",
      )
        .trim()
        .split("\n")
        .at(-1);
    const before = "Compared with [run #9](https://headroom.example/runs/0), the last good run.";
    const after = "[Show this judgement](https://headroom.example/runs/1?judgement=2).";
    const page = "https://github.com/acme/shop/compare/a...b";
    expect(ending(page, 4)).toBe(
      `${before} [4 commits between the baseline and this run](${page}). ${after}`,
    );
    expect(ending(page, null)).toBe(
      `${before} [Commits between the baseline and this run](${page}). ${after}`,
    );
    expect(ending(null, 1)).toBe(`${before} 1 commit between the baseline and this run. ${after}`);
    expect(ending(null, null)).toBe(`${before} ${after}`);
  });

  it("has a marker of its own for each experiment, which keeps its comments apart", () => {
    const markerOf = (service: string, experiment: string) =>
      writeReport(report({ run: { service, experiment } }), "markdown").split("\n")[0];
    expect(markerOf("Checkout", "Checkout mix 2.0")).toBe(
      "<!-- headroom gate: Checkout / Checkout mix 2.0 -->",
    );
    const names = [
      "shop-a",
      "shop_a",
      "shop/a",
      "shop+a",
      "shop%2fa",
      "shop--a",
      "shop%2d-a",
      "größe",
      "große",
    ];
    const alike = [
      ["a / b", "c"],
      ["a", "b / c"],
      ["a/b", "c"],
      ["a", "b"],
    ] as const;
    const markers = [
      ...names.map((name) => markerOf(name, "Mix")),
      ...alike.map(([service, experiment]) => markerOf(service, experiment)),
    ];
    expect(new Set(markers).size).toBe(markers.length);
    for (const marker of markers) expect(marker).toMatch(/^<!-- headroom gate: (?!.*(--|>).* -->).* -->$/);
  });

  it("escapes names and labels", () => {
    const hostile = report({
      judgement: {
        outcome: "misses",
        findings: [finding({ effect: "fail", about: 'p99 of "<b>|\u001b[31m@all"', words: "Rose." })],
      },
      run: { experiment: "a --> <b>", commit: "<i>" },
    });
    expect(writeReport(hostile, "junit")).toContain('name="p99 of &quot;&lt;b&gt;|\uFFFD[31m@all&quot;"');
    const [marker, first, ...rest] = writeReport(hostile, "markdown").split("\n");
    expect(marker).toBe("<!-- headroom gate: Checkout / a %2d-%3e %3cb%3e -->");
    expect(first).toContain(
      String.raw`Checkout / a --\> \<b\>, [run #12](https://headroom.example/runs/1), commit \<i\>`,
    );
    expect(rest.join("\n")).toContain(String.raw`p99 of "\<b\>\|`);
    expect(writeReport(hostile, "text")).not.toContain("\u001b");
    expect(JSON.parse(writeReport(hostile, "json"))).toMatchObject({ result: "fail" });
  });
});

it("ends with a code for each outcome, and never passes an outage", () => {
  const codes = (allowUnsure: boolean, findings: Found[] = []) =>
    (["misses", "regressed", "unsure", "not-judged", "holds", "no-change"] as const).map((outcome) =>
      exitOf(report({ judgement: { outcome, findings } }), allowUnsure),
    );
  expect(codes(false)).toEqual([10, 10, 11, 11, 0, 0]);
  expect(codes(true)).toEqual([10, 10, 0, 0, 0, 0]);
  expect(codes(true, [finding({ effect: "unsure", kind: "outage", code: "outage" })])[2]).toBe(11);
});

it("says what would settle an unsure run, as a line and in fields", () => {
  const next = {
    action: "run-more",
    runs: 2,
    requests: null,
    seconds: null,
    words: "Run it 2 more times.",
  } as const;
  const unsure = report({ judgement: { outcome: "unsure", next } });
  expect(writeReport(unsure, "text")).toContain("\nNext: Run it 2 more times.\n");
  expect(writeReport(unsure, "markdown")).toContain("Run it 2 more times.");
  expect(JSON.parse(writeReport(unsure, "json"))).toMatchObject({ next });
  expect(writeReport(report(), "text")).not.toContain("Next:");
});

it("a report of a run that got worse says where to accept that", () => {
  const worse = report({
    judgement: { findings: [finding({ effect: "note", kind: "accept", code: "accept" })] },
  });
  expect(writeReport(worse, "text")).toContain(`\nAccept the change: ${RUN.url}#accept\n`);
  expect(writeReport(worse, "markdown")).toContain(`[Accept the change](${RUN.url}#accept).`);
  expect(writeReport(report(), "text")).not.toContain("#accept");
});
