import { describe, expect, it } from "vitest";
import { answer, detail, latencyTarget } from "../../run/testing/run-fixtures.ts";
import { runWords } from "./run-words.ts";

const name = { title: "Peak mix, run 1", description: "A load test of Checkout" };
const now = new Date("2026-11-26T02:40:00Z");
const words = (changes: Partial<typeof answer>) => {
  const said = runWords({ ...detail, answer: { ...answer, ...changes } }, name, now);
  return JSON.parse(JSON.stringify(said).replaceAll("\u00a0", " ")) as typeof said;
};

describe("the picture of a run", () => {
  it("says whether it holds, with the first figure that decided it beside its target", () => {
    expect(words({})).toEqual({
      kind: "Run",
      title: "Peak mix, run 1",
      context: "A load test of Checkout · 5 Nov 2025",
      headline: "Misses its targets",
      tone: "bad",
      figure: { value: "40,269 req/s", beside: "target: Throughput ≥ 50,000 req/s" },
      note: expect.stringMatching(/^One more target is missed\. /) as string,
      foot: "As of 26 Nov 2026, 02:40 UTC",
    });
  });

  it("gives the reason, and no figure, where it is unsure", () => {
    const unsure = {
      ...latencyTarget,
      verdict: "unsure",
      reason: "Only 41% of the requests were sent.",
    } as const;
    expect(words({ verdict: "unsure", outcome: "unsure", targets: [unsure] })).toMatchObject({
      headline: "Unsure",
      tone: "unsure",
      figure: null,
      note: expect.stringContaining("Only 41% of the requests were sent.") as string,
    });
  });

  it("gives no figure of a target that is met, where that doesn't decide", () => {
    const met = { ...latencyTarget, verdict: "met", value: 113 } as const;
    for (const outcome of ["unsure", "not-judged", "regressed"] as const)
      expect(words({ verdict: "met", outcome, targets: [met] }).figure).toBeNull();
  });

  it("shows no latency where every request failed", () => {
    const failed = { ...latencyTarget, failures: "all", verdict: "missed" } as const;
    expect(words({ targets: [failed] })).toMatchObject({
      headline: "Misses its targets",
      figure: null,
      note: expect.stringMatching(/^Every request failed\./) as string,
    });
  });

  it("has no verdict without targets, and says that a simulator sent the requests", () => {
    const warnings = [
      { code: "traffic-simulated", words: "Simulated." },
    ] as unknown as typeof answer.warnings;
    expect(words({ verdict: null, outcome: "not-judged", targets: [], warnings })).toMatchObject({
      kind: "Run · simulated",
      headline: "Not judged",
      tone: "neutral",
      figure: null,
      note: expect.stringMatching(/^40,269 req\/s, p99 240 ms\./) as string,
    });
  });

  it("mentions an outage beside a verdict that holds", () => {
    const met = { ...latencyTarget, verdict: "met", value: 113 } as const;
    const hole = { from: "2025-11-05T03:15:00.000Z", to: "2025-11-05T03:15:45.000Z" };
    const phase = answer.phase === null ? null : { ...answer.phase, holes: [hole] };
    const said = words({ verdict: "met", outcome: "holds", targets: [met], phase });
    expect(said).toMatchObject({ headline: "Holds", tone: "good" });
    expect(said.figure).toEqual({ value: "113 ms", beside: "target: p99 ≤ 200 ms" });
    expect(said.note).toContain("45 s");
  });
});
