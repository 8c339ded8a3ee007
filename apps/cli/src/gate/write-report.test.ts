import { describe, expect, it } from "vitest";
import type { GateReport } from "./gate-report.ts";
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
} as const;

function report({
  run = {},
  ...over
}: Partial<Omit<GateReport, "run">> & { run?: Partial<GateReport["run"]> } = {}): GateReport {
  return {
    findings: [{ outcome: "pass", about: "p99 <= 1 s", words: "Met." }],
    run: { ...RUN, ...run },
    file: null,
    baseline: null,
    comparisonUrl: null,
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
  doubt: null,
  commitsBack: null,
};

const visible = (markdown: string) => markdown.split("\n").filter((line) => !line.startsWith("<!--"));
const outside = { run: null, file: "results_1.jtl" };

describe("a report", () => {
  it("names service, experiment, run and commit in its first line", () => {
    expect(writeReport(report(), "text").split("\n")[0]).toBe(
      "Passed. Checkout / Mix, run #12, commit 0123456789",
    );
    expect(visible(writeReport(report(), "markdown"))[0]).toBe(
      "**Passed.** Checkout / Mix, [run #12](https://headroom.example/runs/1), commit 0123456789",
    );
    const bare = report({ run: { number: null, commit: null } });
    expect(writeReport(bare, "text").split("\n")[0]).toBe("Passed. Checkout / Mix");
  });

  it("says once to people why several differences count, and with each to programs", () => {
    const why = "It exceeds the noise.";
    const fail = (about: string) => ({ outcome: "fail" as const, about, words: `Rose ${about}.`, why });
    const pass = { outcome: "pass" as const, about: "p50", words: "No change." };
    const findings = [fail("p90"), pass, { ...pass, outcome: "fail" as const, about: "t" }, fail("p99")];
    const written = (of: typeof findings, format: "text" | "markdown" | "json" | "junit") =>
      writeReport(report({ findings: of }), format);
    expect(written(findings, "text").split("\n").slice(1, 6)).toEqual([
      "  fail   p90: Rose p90.",
      "  fail   p99: Rose p99.",
      "  fail   the 2 above: It exceeds the noise.",
      "  fail   t: No change.",
      "  pass   p50: No change.",
    ]);
    expect(written(findings, "markdown")).toContain("| fail | the 2 above | It exceeds the noise. |");
    expect(written([fail("p90")], "text")).toContain("  fail   p90: Rose p90. It exceeds the noise.");
    const parsed = JSON.parse(written(findings, "json")) as { findings: unknown[] };
    expect(parsed.findings[0]).toEqual({
      outcome: "fail",
      about: "p90",
      words: "Rose p90. It exceeds the noise.",
    });
    expect(written(findings, "junit").match(/It exceeds the noise/g)).toHaveLength(2);
  });

  it("fits into a comment in Markdown, and says what it leaves out", () => {
    const label = "/a".repeat(250);
    const findings = Array.from({ length: 300 }, (_, at) => ({
      outcome: at === 299 ? ("fail" as const) : ("pass" as const),
      about: `p99 of "${label}"`,
      words: `Rose ${at}.`,
    }));
    const written = writeReport(report({ findings }), "markdown");
    expect(written.length).toBeLessThan(62_000);
    expect(written).toContain("Rose 299.");
    const [, left] = /\| (\d+) more lines didn't fit into this report\. \|/.exec(written) ?? [];
    expect(written.match(/^\| pass /gm)).toHaveLength(299 - Number(left));
  });

  it("names the file if there is no run", () => {
    const ofFile = { ...report(), ...outside };
    expect(writeReport(ofFile, "text").split("\n")[0]).toBe("Passed. results_1.jtl");
    expect(visible(writeReport(ofFile, "markdown"))[0]).toBe(String.raw`**Passed.** results\_1.jtl`);
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
      findings: [{ outcome: "fail", about: 'p99 of "<b>|\u001b[31m@all"', words: "Rose." }],
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
    expect(JSON.parse(writeReport(hostile, "json"))).toMatchObject({ outcome: "fail" });
  });
});
