import type { SourcePreview } from "@headroom/contract";
import { expect, it } from "vitest";
import { preparePreview } from "./prepare-preview.ts";

const preview = (changed: Partial<SourcePreview> = {}): SourcePreview => ({
  metrics: [
    {
      name: "rpc_calls",
      field: null,
      series: 8,
      examples: 8,
      taken: 6,
      usedBy: null,
      lastSeenAt: "2026-11-20T12:00:00Z",
    },
  ],
  labels: [{ label: "Add", series: 6 }],
  labelsTotal: 3,
  outcomes: { failed: 2, succeeded: 4, unknown: 0 },
  cumulative: 6,
  isPartial: false,
  problem: null,
  limits: { labels: 1_000, labelsUsed: 12, labelsNew: 3 },
  ...changed,
});
const factsOf = (changed?: Partial<SourcePreview>) =>
  Object.fromEntries(
    preparePreview(preview(changed), "requests").facts.map(({ name, value }) => [name, value]),
  );

it("a preview says what a source would count, and what it would cost", () => {
  const { sentence, isProblem } = preparePreview(preview(), "requests");
  expect([sentence, isProblem]).toEqual(["3 labels from 6 series.", false]);
  expect(factsOf()).toEqual({
    Series: "6 of 8",
    Failures: "2 series count failed requests, 4 don't",
    "Labels of the service": "12 of 1,000 in use, 3 more with this source",
    "Series to keep track of": "6",
  });
});

it("a preview never calls unknown failures none", () => {
  expect(factsOf({ outcomes: { failed: 0, succeeded: 0, unknown: 6 } })["Failures"]).toBe("Unknown");
  expect(factsOf({ outcomes: { failed: 0, succeeded: 5, unknown: 1 } })["Failures"]).toBe(
    "0 series count failed requests, 5 don't, unknown for 1",
  );
});

it("a preview of some series says so", () => {
  const metrics = preview().metrics.map((one) => ({ ...one, series: 900, examples: 50, usedBy: "Traefik" }));
  const { sentence } = preparePreview(preview({ metrics, isPartial: true }), "requests");
  expect(sentence).toBe("At least 3 labels from 6 series.");
  expect(factsOf({ metrics, isPartial: true })["Series"]).toBe("6 of 50 checked, of 900 that arrive");
  expect(factsOf({ metrics, isPartial: true })["Used until now by"]).toBe("Traefik");
  expect(
    factsOf({ limits: { labels: 1_000, labelsUsed: 12, labelsNew: 990 } })["Labels of the service"],
  ).toContain('under "(other)"');
});

it("a preview of nothing says why", () => {
  const { sentence, isProblem, facts } = preparePreview(
    preview({ metrics: [], problem: "not-seen" }),
    "requests",
  );
  expect(sentence).toContain("Nothing of this name has arrived");
  expect([isProblem, facts]).toEqual([true, []]);
});
