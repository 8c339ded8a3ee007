import { describe, expect, it } from "vitest";
import { prepareSentence } from "./prepare-sentence.ts";
import { ownReason, sharedDoubts } from "./shared-doubts.ts";
import type { SentenceInput } from "./prepare-sentence.ts";
import { latencyTarget, throughputTarget } from "../testing/run-fixtures.ts";
import type { JudgedTarget } from "./target-words.ts";

const base: SentenceInput = {
  outcome: "no-change",
  reason: null,
  findings: [],
  requests: 1_000,
  verdict: null,
  targets: [],
  errorRate: 0,
  throughput: 40_269,
  p99Ms: 240,
  warmUpSeconds: 130,
  partWords: null,
  coolDownSeconds: 0,
  outageSeconds: 0,
};

const plain = (text: string) => text.replaceAll("\u00a0", " ");
const OUTCOMES = { met: "holds", missed: "misses", unsure: "unsure", "no-baseline": "not-judged" } as const;
const sentence = (changes: Partial<SentenceInput>) => {
  const outcome = changes.verdict ? OUTCOMES[changes.verdict] : base.outcome;
  return prepareSentence({ ...base, outcome, ...changes });
};
const lead = (changes: Partial<SentenceInput>) => plain(sentence(changes).lead);
const rest = (changes: Partial<SentenceInput>) => plain(sentence(changes).rest);
const answer = (changes: Partial<SentenceInput>) => `${lead(changes)} ${rest(changes)}`;

describe("the verdict in words", () => {
  const errors = {
    ...latencyTarget,
    metric: { kind: "error-rate" } as const,
    unit: "%",
    threshold: 0.2,
    value: 0.046,
    margin: 0.154,
  };
  const met = (...targets: readonly JudgedTarget[]) =>
    lead({ verdict: "met", targets: targets.map((target) => ({ ...target, verdict: "met" })) });
  const missed = (...targets: readonly JudgedTarget[]) => lead({ verdict: "missed", targets });

  it("says that a run holds, with each figure beside its target", () =>
    expect(
      met(
        { ...throughputTarget, value: 200, threshold: 190, margin: 10 },
        { ...latencyTarget, value: 113, margin: 87 },
        errors,
      ),
    ).toBe("Holds. 200 req/s (target 190), p99 113 ms (target 200 ms), 0.046% errors (limit 0.2%)."));

  it("says what other runs of the commit settle, where the run alone shows something else", () => {
    const found = (effect: "fail" | "pass", words: string) => [
      { effect, kind: "target", about: "p99 <= 200 ms", words },
    ];
    const own = { targets: [{ ...latencyTarget, value: 199, verdict: "met" as const }] };
    const said = (changes: Partial<SentenceInput>) =>
      plain(prepareSentence({ ...base, ...own, ...changes }).lead);
    const failing = found("fail", "Run #4 of the same commit found it, so it stays. p99 is 240 ms.");
    expect(said({ outcome: "misses", verdict: "met", findings: failing })).toBe(
      "Misses a target. p99 <= 200 ms: Run #4 of the same commit found it, so it stays. p99 is 240 ms.",
    );
    const passing = found("pass", "p99 is 190 ms, the average of 3 runs.");
    expect(said({ outcome: "holds", verdict: "unsure", findings: passing })).toBe(
      "Holds. p99 <= 200 ms: p99 is 190 ms, the average of 3 runs.",
    );
  });

  it("shows what a figure lies between where that is all that is known", () => {
    const target = { ...latencyTarget, value: null, verdict: "met" as const };
    const said = (range: { low: number; high: number | null } | null) =>
      lead({ verdict: "met", targets: [{ ...target, range }] });
    expect(said({ low: 100, high: 103 })).toBe("Holds. p99 100–103 ms (target 200 ms).");
    expect(said(null)).toBe("Holds. p99 on target (target 200 ms).");
    const least = { ...errors, value: 2.1, verdict: "missed" as const, range: { low: 2.1, high: null } };
    expect(lead({ verdict: "missed", targets: [least] })).toBe(
      "Misses its target. ≥ 2.10% errors (limit 0.2%).",
    );
    expect(lead({ p99Ms: null, p99RangeMs: { low: 100, high: 103 } })).toBe(
      "No change. 40,269 req/s, p99 100–103 ms.",
    );
  });

  it("says that a run misses its targets, and by what", () =>
    expect(missed(latencyTarget, throughputTarget)).toBe(
      "Misses both targets. 40,269 req/s (target 50,000), p99 240 ms (target 200 ms).",
    ));

  it("leaves targets out that did not make the verdict", () =>
    expect(missed({ ...throughputTarget, verdict: "met" }, latencyTarget)).toBe(
      "Misses 1 of 2 targets. p99 240 ms (target 200 ms).",
    ));

  it("counts what does not fit into a sentence", () =>
    expect(missed(...Array.from({ length: 5 }, () => latencyTarget))).toBe(
      "Misses all 5 targets. p99 240 ms (target 200 ms), p99 240 ms (target 200 ms), and 3 more targets.",
    ));

  it("shows a narrow miss as a miss", () => {
    expect(missed({ ...latencyTarget, value: 200.3, margin: -0.3 })).toBe(
      "Misses its target. p99 200.3 ms (target 200 ms).",
    );
    expect(missed({ ...throughputTarget, value: 49_999.96, margin: -0.04 })).toBe(
      "Misses its target. 49,999.96 req/s (target 50,000).",
    );
  });

  it("says what a target is limited to", () => {
    const gauge = {
      ...latencyTarget,
      metric: { kind: "gauge", statistic: "max", gauge: "cpu" } as const,
      unit: "%",
      threshold: 80,
      value: 85.2,
      margin: -5.2,
    };
    expect(missed({ ...errors, label: "GET /pay", users: 600, value: 0.42, margin: -0.22 }, gauge)).toBe(
      "Misses both targets. 0.42% errors on GET /pay at 600 users (limit 0.2%), max cpu 85.2% (limit 80%).",
    );
    expect(missed({ ...throughputTarget, comparator: "<=", threshold: 30_000, margin: -10_269 })).toBe(
      "Misses its target. 40,269 req/s (limit 30,000).",
    );
    expect(met({ ...latencyTarget, comparator: ">", threshold: 20, margin: 220 })).toBe(
      "Holds. p99 240 ms (target at least 20 ms).",
    );
    const achieved = {
      ...errors,
      metric: { kind: "achieved" },
      comparator: ">=",
      threshold: 95,
      value: 98.7,
    } as const;
    expect(met(achieved)).toBe("Holds. 98.7% of the expected requests (target 95%).");
  });

  it("names a figure as in a sentence", () =>
    expect(
      missed(throughputTarget, { ...latencyTarget, metric: { kind: "latency", statistic: "mean" } }),
    ).toBe("Misses both targets. 40,269 req/s (target 50,000), mean latency 240 ms (target 200 ms)."));

  it("never calls a figure unknown whose verdict is known", () => {
    const interval = { ...latencyTarget, value: null, margin: null, bound: null };
    expect(met(interval)).toBe("Holds. p99 on target (target 200 ms).");
    expect(missed(interval)).toBe("Misses its target. p99 off target (target 200 ms).");
  });

  it("says why it is unsure, and counts the other doubts", () => {
    const reason = "p99 is 200 ms, exactly 200 ms. The target is within the error bound of the figure.";
    const unsure = { ...latencyTarget, value: 200, margin: 0, verdict: "unsure", reason } as const;
    expect(answer({ verdict: "unsure", targets: [unsure] })).toContain(`Unsure. ${reason}`);
    // One line is the answer, and the rest explains it.
    expect(lead({ verdict: "unsure", targets: [unsure] })).toBe("Unsure. p99 is 200 ms, exactly 200 ms.");
    const other = { ...unsure, reason: "Errors are 0.1%. Another doubt." };
    expect(answer({ verdict: "unsure", targets: [unsure, other] })).toContain(
      `Unsure. ${reason} One more target is unsure.`,
    );
    expect(answer({ verdict: "unsure", targets: [unsure, other, other] })).toContain(
      `Unsure. ${reason} 2 more targets are unsure.`,
    );
  });

  it("says a doubt that targets share once, and for how many", () => {
    const doubt = "Only 92.3% of the expected requests completed. A run at full load would settle it.";
    const unsure = (own: string) =>
      ({ ...latencyTarget, verdict: "unsure", reason: `${own} ${doubt}` }) as const;
    const [p99, p95] = [unsure("p99 is 240 ms."), unsure("p95 is 90 ms.")];
    const other = { ...latencyTarget, verdict: "unsure", reason: "Too few requests." } as const;
    expect(answer({ verdict: "unsure", targets: [p99, p95] })).toContain(
      `Unsure. ${doubt} This applies to all 2 unsure targets.`,
    );
    expect(answer({ verdict: "unsure", targets: [p99, p95, other] })).toContain(
      `Unsure. ${doubt} This applies to 2 of 3 unsure targets.`,
    );
    expect(ownReason(p95, sharedDoubts([p99, p95, other]))).toBe("p95 is 90 ms.");
  });

  it("doesn't take what is known of a figure for the doubt that targets share", () => {
    const note = "The source reports buckets, so only a range is known.";
    const because = (words: string) => ({ code: "chance", requests: null, seconds: null, words }) as const;
    const unsure = (figure: string, words: string) =>
      ({
        ...latencyTarget,
        verdict: "unsure",
        reason: `${figure} ${words} ${note}`,
        doubt: because(words),
      }) as const;
    const few = "Too few requests: 1,000 can't show it.";
    const close = "It is too close to the target.";
    const [p99, p95] = [unsure("p99 is between 200 and 250 ms.", few), unsure("p95 is 90 ms.", close)];
    expect(answer({ verdict: "unsure", targets: [p99, p95] })).toContain(
      `Unsure. p99 is between 200 and 250 ms. ${few} ${note} One more target is unsure.`,
    );
    const alike = unsure("p95 is 90 ms.", few);
    expect(answer({ verdict: "unsure", targets: [p99, alike] })).toContain(
      `Unsure. ${few} This applies to all 2 unsure targets.`,
    );
  });

  it("names the target whose figure goes on like this or is too close, also where others do the same", () => {
    const note = "The source reports buckets, so only a range is known.";
    const drifting = (label: string, times: number, words: string) => {
      const figure = `p99 of “${label}” is between ${times} ms and ${times + 1} ms; the target is 9 ms.`;
      const reason = `${figure} It drifts up, from about ${times} ms to ${times + 1} ms in 12h. ${words} ${note}`;
      const doubt = { code: "drift", requests: null, seconds: 86_400, words } as const;
      return { ...latencyTarget, label, verdict: "unsure", reason, doubt } as const;
    };
    for (const words of [
      "If it goes on like this for as long again, it is beyond the target. A run twice as long would show it.",
      "It is too close to the target for a run of reasonable length to settle it.",
    ]) {
      const [insert, select] = [drifting("insert", 7, words), drifting("select", 8, words)];
      expect(answer({ verdict: "unsure", targets: [insert, select] })).toContain(
        `Unsure. ${insert.reason} One more target is unsure.`,
      );
      expect(ownReason(select, sharedDoubts([insert, select]))).toBe(select.reason);
    }
  });

  it("shortens a label that is longer than a sentence", () => {
    const label = `GET /${"x".repeat(400)}`;
    expect(missed({ ...latencyTarget, label })).toMatch(/p99 of GET \/x{54}… 240 ms \(target 200 ms\)\.$/);
    expect(lead({ verdict: "unsure", targets: [{ ...latencyTarget, label, verdict: "unsure" }] })).toMatch(
      /^Unsure\. p99 of GET \/x{54}… 240 ms \(target 200 ms\)\.$/,
    );
  });

  it("keeps a figure and its unit on one line", () =>
    expect(sentence({ verdict: "missed", targets: [throughputTarget] }).lead).toContain("40,269\u00a0req/s"));

  it("doesn't praise a run without targets", () => {
    expect(lead({})).toBe("No change. 40,269 req/s, p99 240 ms.");
    expect(lead({ throughput: null, p99Ms: null })).toBe("No change.");
    expect(lead({ outcome: "not-judged", reason: "nothing-to-judge-by" })).toBe(
      "Not judged. It has no targets, and there is no run to judge it against. 40,269 req/s, p99 240 ms.",
    );
    expect(lead({ outcome: null })).toBe("Being judged. 40,269 req/s, p99 240 ms.");
  });

  it("says the mean of a run that has nothing else, and no steady phase of one that has only totals", () => {
    const published = { throughput: null, p99Ms: null, meanMs: 30, warmUpSeconds: null, isOfTotals: true };
    expect(lead(published)).toBe("No change. Mean 30 ms.");
    expect(rest(published)).toBe("No errors.");
    expect(lead({ meanMs: 30 })).toBe("No change. 40,269 req/s, p99 240 ms.");
    expect(rest({ ...published, isOfTotals: false })).toContain("No steady phase");
  });

  it("leads with the regression of a run that meets its targets, and never says that it holds", () => {
    const findings = ["POST /pay", "GET /cart"].map((label) => ({
      effect: "fail" as const,
      kind: "change",
      about: `p99 of "${label}"`,
      words: "100 ms before, 134 ms now, +34.0%.",
    }));
    const targets = [{ ...latencyTarget, value: 113, margin: 87, verdict: "met" as const }];
    const said = { outcome: "regressed", verdict: "met", targets, findings } as const;
    expect(lead(said)).toBe(
      'Regressed. p99 of "POST /pay": 100 ms before, 134 ms now, +34.0%. 1 more figure regressed.',
    );
    expect(rest(said)).toMatch(/^Its target is met\./);
    expect(rest({ ...said, outcome: "misses" })).toMatch(/^It also regressed: p99 of "POST \/pay"\./);
  });

  it("doesn't say that there are no errors beside codes that may be some", () => {
    const words = "The tool called 225 answers with a 5xx code successes.";
    const findings = [{ effect: "unsure", kind: "codes", about: "errors", words }] as const;
    expect(rest({ verdict: "unsure", findings })).toBe(
      "The tool reports no errors. 2m 10s of warm-up left out.",
    );
  });

  it("leads with what happened to the run, before what that makes unsure", () => {
    const hung = "No request succeeded from 9:00 to the end of the run at 10:01.";
    const findings = [
      { effect: "unsure", kind: "outage", about: "run", words: hung },
      { effect: "unsure", kind: "target", about: "p99 <= 200 ms", words: "p99 is 150 ms." },
    ] as const;
    const targets = [{ ...latencyTarget, verdict: "unsure", reason: "p99 is 150 ms." } as const];
    const unsure = { verdict: "unsure", targets, findings, outageSeconds: 61 } as const;
    expect(lead(unsure)).toBe(`Unsure. ${hung} 1 more finding is unsure.`);
    expect(rest(unsure)).toBe("No errors. 2m 10s of warm-up left out.");
    const stalled = {
      reason: "nothing-to-judge-by",
      findings: findings.slice(0, 1),
      outageSeconds: 61,
    } as const;
    expect(lead({ outcome: "not-judged", ...stalled })).toBe(
      `Not judged. ${hung} It has no targets, and there is no run to judge it against. 40,269 req/s, p99 240 ms.`,
    );
    expect(rest({ outcome: "not-judged", ...stalled })).toBe("No errors. 2m 10s of warm-up left out.");
  });

  it("says that the whole run counts and that it stalled, if its lead says neither", () => {
    const findings = [{ effect: "unsure", kind: "length", about: "run", words: "It ended early." }] as const;
    const targets = [{ ...latencyTarget, verdict: "unsure", reason: "p99 is 150 ms." } as const];
    const early = { verdict: "unsure", targets, findings, outageSeconds: 5, warmUpSeconds: null } as const;
    expect(lead(early)).toBe("Unsure. It ended early.");
    expect(rest(early)).toBe(
      "No request succeeded for 5 s. No errors. No steady phase, so the figures cover the whole run.",
    );
  });

  it("says why a run is unsure that meets its targets", () => {
    const findings = [
      { effect: "unsure", kind: "detectable", about: "comparison", words: "Too noisy." },
    ] as const;
    expect(lead({ outcome: "unsure", findings })).toBe("Unsure. Too noisy.");
  });
});

describe("what qualifies it", () => {
  it("mentions errors only once", () => {
    const errors = {
      ...latencyTarget,
      metric: { kind: "error-rate" } as const,
      unit: "%",
      threshold: 0.1,
      value: 0.42,
      margin: -0.32,
    };
    expect(rest({ verdict: "missed", targets: [errors], errorRate: 0.0042 })).toBe(
      "2m 10s of warm-up left out.",
    );
  });
  it("says of errors that a file lists in part that there are at least so many", () => {
    const partly = { errorsAtLeast: true, warmUpSeconds: 0 } as const;
    expect(rest({ ...partly, errorRate: 0.0123 })).toBe("At least 1.23% errors. No warm-up to leave out.");
    expect(rest({ ...partly, errorRate: 0 })).toMatch(/^No errors listed, but the file leaves out requests/);
  });
  it("says that there were no requests, rather than that their errors aren't known", () => {
    expect(rest({ requests: 0, errorRate: null, warmUpSeconds: null })).toBe("No requests completed.");
    const partWords = "The tool's percentiles are of the whole run.";
    expect(rest({ warmUpSeconds: null, partWords })).toContain(partWords);
  });
  it("says only once that the whole run was judged", () =>
    expect(rest({ verdict: "unsure", targets: [], warmUpSeconds: null })).toBe("No errors."));
  it("says how long nothing succeeded, unless the reason of an unsure verdict says it", () => {
    const outage = { outageSeconds: 49.2, errorRate: null };
    expect(rest({ ...outage, verdict: "missed" })).toMatch(/^No request succeeded for 49 s\. Errors/);
    expect(rest({ ...outage, verdict: "unsure" })).toBe(
      "Errors are not reported. 2m 10s of warm-up left out.",
    );
  });
  it("names errors and the part that was left out", () => {
    expect(rest({})).toBe("No errors. 2m 10s of warm-up left out.");
    expect(rest({ coolDownSeconds: 59.6 })).toBe(
      "No errors. 2m 10s of warm-up and 1m of cool-down left out.",
    );
    // "0:20–5:00" of "5m" shows no cool-down.
    expect(rest({ coolDownSeconds: 1.2 })).toBe("No errors. 2m 10s of warm-up left out.");
    expect(rest({ warmUpSeconds: 0, coolDownSeconds: 121 })).toBe("No errors. 2m 1s of cool-down left out.");
    expect(rest({ errorRate: 0.0123, warmUpSeconds: null })).toBe(
      "1.23% errors. No steady phase, so the figures cover the whole run.",
    );
    expect(rest({ errorRate: null, warmUpSeconds: 0 })).toBe(
      "Errors are not reported. No warm-up to leave out.",
    );
  });
});
