import { describe, expect, it } from "vitest";
import { readPlaywright } from "./journeys.mjs";
import { runParts, selectParts } from "./run-parts.mjs";
import type { Part, PartResult } from "./run-parts.mjs";
import { readVitest } from "./test-parts.mjs";

function capture() {
  const lines: string[] = [];
  return { lines, stream: { write: (text: string) => lines.push(text) } };
}

const context = { node: process.execPath, env: {} };

const part = (name: string, result: Partial<PartResult>): Part => ({
  name,
  run: () => Promise.resolve({ passed: 0, failed: 0, skipped: 0, detail: "", ...result }),
});

describe("the parts of a test run", () => {
  it("ends with the sum of all parts and continues after a failure", async () => {
    const { lines, stream } = capture();
    const parts = [
      part("format", { passed: 1, failed: 0 }),
      part("unit", { passed: 20, failed: 2, detail: "which" }),
      { name: "broken", run: () => Promise.reject(new Error("no browser")) },
      part("e2e", { passed: 3, failed: 0, skipped: 1 }),
    ];
    expect(await runParts(parts, context, { stream })).toBe(1);
    const text = lines.join("");
    expect(text).toMatch(/, 1 skipped\n24 passed, 3 failed\n$/);
    expect(text).toContain("no browser");
    expect(text).toContain("which");
  });

  it("runs parts that only read two at a time, then the rest one by one", async () => {
    let running = 0;
    const seen: Record<string, number> = {};
    const observed = (name: string, reads: boolean) => ({
      name,
      reads,
      async run() {
        running += 1;
        seen[name] = running;
        await Promise.resolve();
        running -= 1;
        return { passed: 1, failed: 0, skipped: 0, detail: "" };
      },
    });
    const parts = [
      observed("format", true),
      observed("lint", true),
      observed("unit", false),
      observed("db", false),
    ];
    await runParts(parts, context, capture());
    expect(seen).toEqual({ format: 1, lint: 2, unit: 1, db: 1 });
  });

  it("begins what takes long before the first part runs, and only for parts that will run", async () => {
    const seen: string[] = [];
    const begun = (name: string): Part => ({
      ...part(name, {}),
      begin() {
        seen.push(`${name} begins`);
        return {
          ...part(name, { passed: 1 }),
          run: () => (seen.push(`${name} runs`), part(name, { passed: 1 }).run(context, () => {})),
        };
      },
    });
    const first: Part = { ...begun("unit"), narrow: () => begun("unit") };
    const parts = [first, begun("e2e"), { ...begun("bench"), narrow: () => null }];
    const reach = { since: "abc1234", files: ["a.ts"], tests: [], journeys: true };
    expect(await runParts(parts, context, { ...capture(), reach })).toBe(0);
    expect(seen).toEqual(["unit begins", "e2e begins", "unit runs", "e2e runs"]);
  });

  it("runs only what a change can reach, and says so above the sum", async () => {
    const { lines, stream } = capture();
    const parts: Part[] = [
      part("format", { passed: 1 }),
      { ...part("unit", { passed: 900 }), narrow: ({ tests }) => part("unit", { passed: tests.length }) },
      { ...part("e2e", { passed: 100 }), narrow: () => null },
    ];
    const reach = { since: "abc1234", files: ["a.ts"], tests: ["a.test.ts", "b.test.ts"], journeys: false };
    expect(await runParts(parts, context, { reach, stream })).toBe(0);
    const text = lines.join("");
    expect(text).toContain("e2e            not run: no changed file can reach it\n");
    expect(text).toMatch(/, only tests that the changes since abc1234 can reach\n3 passed, 0 failed\n$/);
  });

  it("does not fail if a change reaches nothing, and says so", async () => {
    const { lines, stream } = capture();
    const reach = { since: "abc1234", files: ["NOTES.md"], tests: [], journeys: false };
    const parts: Part[] = [{ ...part("unit", { failed: 1 }), narrow: () => null }];
    expect(await runParts(parts, context, { reach, stream })).toBe(0);
    expect(lines.join("")).toMatch(/not run: no changed file can reach it\n[^]*\n0 passed, 0 failed\n$/);
    expect(await runParts([], context, capture())).toBe(1);
  });

  it("succeeds if everything passed", async () => {
    expect(await runParts([part("unit", { passed: 1, failed: 0 })], context, capture())).toBe(0);
  });

  it("selects parts by name and rejects an unknown name", () => {
    const parts = [part("unit", {}), part("db", {})];
    expect(selectParts(parts, ["--only=db"])).toEqual([parts[1]]);
    expect(selectParts(parts, [])).toEqual(parts);
    expect(() => selectParts(parts, ["--only=database"])).toThrow("Available parts: unit, db");
  });
});

describe("what the runners report", () => {
  it("counts a suite that failed to load as a failure", () => {
    const json = {
      numPassedTests: 5,
      numFailedTests: 0,
      testResults: [
        { status: "failed", assertionResults: [] },
        { status: "passed", assertionResults: [{ status: "passed" }] },
      ],
    };
    expect(readVitest(json, 1, "x")).toMatchObject({ passed: 5, failed: 1 });
  });

  it("never passes without tests, without a report or with a non-zero exit code", () => {
    expect(readVitest({ numPassedTests: 0, numFailedTests: 0, testResults: [] }, 0, "")).toMatchObject({
      failed: 1,
    });
    expect(readVitest(null, 0, "")).toMatchObject({ failed: 1 });
    expect(readVitest({ numPassedTests: 3, numFailedTests: 0, testResults: [] }, 1, "")).toMatchObject({
      failed: 1,
    });
    expect(readPlaywright(null, 0, "")).toMatchObject({ passed: 0, failed: 1 });
    expect(
      readPlaywright({ stats: { expected: 2, unexpected: 0, flaky: 0, skipped: 0 } }, 1, ""),
    ).toMatchObject({
      failed: 1,
    });
    expect(readPlaywright({ stats: { expected: 2, unexpected: 0, flaky: 1, skipped: 1 } }, 0, "")).toEqual({
      passed: 3,
      failed: 0,
      skipped: 1,
      detail: "",
    });
  });

  it("shows why a journey failed, and nothing about the ones that passed", () => {
    const results = [{ errors: [{ message: "\u001b[31mexpected 1 of 2\u001b[39m" }] }];
    const failed = { file: "catalog.spec.ts", line: 15, title: "counts", ok: false, tests: [{ results }] };
    const fine = { file: "catalog.spec.ts", line: 9, title: "is empty", ok: true, tests: [] };
    const suites = [{ specs: [fine], suites: [{ specs: [failed] }] }];
    const stats = { expected: 1, unexpected: 1, flaky: 0, skipped: 0 };
    expect(readPlaywright({ stats, suites }, 1, "all lines").detail).toBe(
      "catalog.spec.ts:15 › counts\nexpected 1 of 2",
    );
  });
});
