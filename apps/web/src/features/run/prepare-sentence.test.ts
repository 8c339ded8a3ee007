import { describe, expect, it } from "vitest";
import { prepareSentence } from "./prepare-sentence.ts";
import type { SentenceInput } from "./prepare-sentence.ts";
import { latencyTarget, throughputTarget } from "./run-fixtures.ts";

const base: SentenceInput = {
  verdict: null,
  targets: [],
  errorRate: 0,
  throughput: 40_269,
  p99Ms: 240,
  warmUpSeconds: 130,
};

const plain = (text: string) => text.replaceAll("\u00a0", " ");
const lead = (changes: Partial<SentenceInput>) => plain(prepareSentence({ ...base, ...changes }).lead);
const rest = (changes: Partial<SentenceInput>) => plain(prepareSentence({ ...base, ...changes }).rest);

describe("the verdict in words", () => {
  it("says what is missing and by how much", () =>
    expect(lead({ verdict: "missed", targets: [throughputTarget, latencyTarget] })).toBe(
      "Does not hold the target yet: 40,269 req/s of the 50,000 wanted, and p99 is 40 ms over.",
    ));

  it("leaves targets out that did not make the verdict", () =>
    expect(
      lead({ verdict: "missed", targets: [{ ...throughputTarget, verdict: "met" }, latencyTarget] }),
    ).toBe("Does not hold the target yet: p99 is 40 ms over."));

  it("says how far inside a run holds", () =>
    expect(
      lead({
        verdict: "met",
        targets: [
          { ...throughputTarget, value: 120_835, margin: 70_835, verdict: "met" },
          { ...latencyTarget, value: 120, margin: 80, verdict: "met" },
        ],
      }),
    ).toBe("Holds: 120,835 req/s where 50,000 were wanted, and p99 is 80 ms inside."));

  it("counts what does not fit into a sentence", () =>
    expect(lead({ verdict: "missed", targets: Array.from({ length: 5 }, () => latencyTarget) })).toBe(
      "Does not hold the target yet: p99 is 40 ms over, p99 is 40 ms over, and 3 more targets.",
    ));

  it("does not guess when it is too close", () =>
    expect(
      lead({ verdict: "unsure", targets: [{ ...latencyTarget, value: 200, margin: 0, verdict: "unsure" }] }),
    ).toBe("Too close to call: p99 is 200 ms where 200 ms is wanted."));

  it("does not call close what is unsure for another reason", () =>
    expect(
      lead({ verdict: "unsure", targets: [{ ...latencyTarget, value: 90, margin: 110, verdict: "unsure" }] }),
    ).toBe("Unsure: p99 is 90 ms where 200 ms is wanted."));

  it("shortens a label that is longer than a sentence", () => {
    const label = `GET /${"x".repeat(400)}`;
    expect(lead({ verdict: "missed", targets: [{ ...latencyTarget, label }] })).toMatch(
      /p99 of GET \/x{54}… is 40 ms over\.$/,
    );
  });

  it("keeps a figure and its unit on one line", () =>
    expect(prepareSentence({ ...base, verdict: "missed", targets: [throughputTarget] }).lead).toContain(
      "40,269\u00a0req/s",
    ));

  it("names a figure that is not there", () =>
    expect(
      lead({
        verdict: "unsure",
        targets: [{ ...latencyTarget, label: "GET /gone", value: null, margin: null, verdict: "unsure" }],
      }),
    ).toBe("Unsure: p99 of GET /gone is not known."));

  it("speaks of errors in percent", () =>
    expect(
      lead({
        verdict: "missed",
        targets: [
          { ...latencyTarget, metric: "error rate", unit: "%", threshold: 0.1, value: 0.42, margin: -0.32 },
        ],
      }),
    ).toBe("Does not hold the target yet: 0.42% errors where 0.1% is allowed."));

  it("is no praise without targets", () => {
    expect(lead({})).toBe("Ran at 40,269 req/s, p99 240 ms. No targets to judge it by.");
    expect(lead({ throughput: null, p99Ms: null })).toBe("Ran. No targets to judge it by.");
  });
});

describe("what qualifies it", () => {
  it("does not say errors twice", () => {
    const errors = {
      ...latencyTarget,
      metric: "error rate",
      unit: "%",
      threshold: 0.1,
      value: 0.42,
      margin: -0.32,
    };
    expect(rest({ verdict: "missed", targets: [errors], errorRate: 0.0042 })).toBe(
      "2m 10s of warm-up left out.",
    );
  });
  it("names errors and the part that was left out", () => {
    expect(rest({})).toBe("No errors. 2m 10s of warm-up left out.");
    expect(rest({ errorRate: 0.0123, warmUpSeconds: null })).toBe(
      "1.23% errors. No steady phase, so the whole run counts.",
    );
    expect(rest({ errorRate: null, warmUpSeconds: 0 })).toBe("Errors are not given. No warm-up left out.");
  });
});
