import type { RunAnswer } from "@headroom/contract";
import { expect, it } from "vitest";
import type { World } from "../world.ts";
import { printRun } from "./print-run.ts";

interface Given {
  outcome?: RunAnswer["outcome"];
  verdict?: RunAnswer["verdict"];
  labelFilter?: RunAnswer["labelFilter"];
  targets?: { verdict: string; reason: string }[];
  summary?: { requests: number | null; errors: number | null; throughput: number | null };
  latencyMs?: { p50: number | null; p99: number | null; max: number | null };
}

/** What a terminal shows of a run with these figures. */
function printed(
  { outcome = null, verdict = null, labelFilter = null, targets = [], summary, latencyMs }: Given,
  quiet = false,
): string[] {
  const answer = {
    outcome,
    verdict,
    labelFilter,
    targets,
    proof: { grade: "B" },
    summary: {
      ...(summary ?? { requests: 120_835, errors: 7, throughput: 200.5 }),
      latencyMs: latencyMs ?? { p50: 20, p99: 112.6, max: 400 },
    },
    run: { tool: "jmeter", url: "http://localhost/runs/1" },
    warnings: [],
  } as unknown as RunAnswer;
  let text = "";
  const stdout = { write: (written: string) => (text += written) };
  printRun(answer, { json: false, quiet }, { stdout } as unknown as World);
  return text.trimEnd().split("\n");
}

it("says that some labels were left out", () => {
  const labelFilter = { only: [], except: ["setup*"], requests: 9, labels: 1, sentence: "" };
  expect(printed({ verdict: "met", labelFilter })[0]).toBe(
    "Its targets are met (some labels left out). Percentile proof: grade B.",
  );
  expect(printed({ outcome: "holds", labelFilter })[0]).toContain("(some labels left out). Percentile");
});

it.each([
  ["met", "Its targets are met. Percentile proof: grade B."],
  ["missed", "It misses a target. Percentile proof: grade B."],
  ["unsure", "Unsure whether its targets are met. Percentile proof: grade B."],
  [null, "No targets. Percentile proof: grade B."],
] as const)("says of a run that isn't compared yet only what its targets say: %s", (verdict, line) => {
  expect(printed({ verdict })[0]).toBe(line);
});

it("says what is concluded from a run once that is known", () => {
  expect(printed({ outcome: "regressed", verdict: "met" })[0]).toBe("Regressed. Percentile proof: grade B.");
});

it("prints each target's verdict, then the metrics", () => {
  const reason = "p99 is 112.6 ms, 87.4 ms below the target of 200 ms.";
  expect(printed({ verdict: "met", targets: [{ verdict: "met", reason }] }).slice(1)).toEqual([
    `  met    ${reason}`,
    "jmeter: 120,835 requests, 7 failed, 200.5 req/s, p50 20 ms, p99 112.6 ms, max 400 ms",
    "http://localhost/runs/1",
  ]);
});

it("counts one request as one", () => {
  expect(printed({ summary: { requests: 1, errors: 1, throughput: 0.1 } })[1]).toMatch(
    /^jmeter: 1 request, 1 failed, 0\.1 req\/s, /,
  );
});

it("says what the file doesn't contain", () => {
  const summary = { requests: null, errors: null, throughput: null };
  const latencyMs = { p50: null, p99: 240, max: null };
  expect(printed({ summary, latencyMs })[1]).toBe(
    "jmeter: number of requests unknown, failures unknown, throughput unknown, p50 unknown, p99 240 ms, max unknown",
  );
});
