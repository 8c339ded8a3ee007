import { describe, expect, it } from "vitest";
import type { SloAnswer } from "@headroom/contract";
import { MAX_OPENSLO_BYTES, readOpenSlo, writeOpenSlo } from "./openslo.ts";

const SLO = `apiVersion: openslo/v1
kind: SLO
metadata:
  name: checkout-is-fast
  displayName: Checkout is fast
spec:
  description: What we promised the shops.
  service: checkout
  indicator:
    spec:
      ratioMetric:
        counter: true
        good:
          metricSource:
            type: Headroom
            spec: { label: POST /pay, latencyMs: 300 }
        total:
          metricSource:
            type: Headroom
            spec: { label: POST /pay }
  timeWindow:
    - duration: 4w
      isRolling: true
  budgetingMethod: Occurrences
  objectives:
    - target: 0.999
`;
const CALENDAR =
  "duration: 1M\n      isRolling: false\n      calendar: { startTime: 2026-01-01 00:00:00, timeZone: Europe/Berlin }";
const replacing = (from: string, to: string) => {
  expect(SLO).toContain(from);
  return SLO.replace(from, to);
};
const rolling = "duration: 4w\n      isRolling: true";

describe("OpenSLO", () => {
  it("is read", () => {
    expect(readOpenSlo(SLO)).toEqual({
      service: "checkout",
      openSloName: "checkout-is-fast",
      fields: {
        name: "Checkout is fast",
        label: "POST /pay",
        objectivePercent: 99.9,
        latencyMs: 300,
        withoutError: true,
        window: { kind: "rolling", days: 28 },
      },
      ignored: ["spec.description"],
    });
    expect(readOpenSlo(replacing(rolling, CALENDAR)).fields.window).toEqual({
      kind: "calendar",
      unit: "month",
      timeZone: "Europe/Berlin",
    });
  });

  it.each<Partial<SloAnswer>>([
    {},
    { label: " GET /ü: {id} ", latencyMs: 12.5, withoutError: false },
    { latencyMs: null, objectivePercent: 99.9999 },
    { name: "yes", window: { kind: "calendar", unit: "week", timeZone: "America/New_York" } },
    { window: { kind: "calendar", unit: "quarter", timeZone: "UTC" } },
  ])("reads what it wrote: %j", (more) => {
    const slo: SloAnswer = {
      id: "01a209f6-63a2-780a-b152-b0b2871cd491",
      name: "Fast: checkout #1",
      service: { slug: "checkout", name: "Checkout" },
      label: null,
      objectivePercent: 99.9,
      latencyMs: 300,
      withoutError: true,
      window: { kind: "rolling", days: 30 },
      earlier: [],
      version: 3,
      updatedAt: "2026-11-23T12:00:00.000Z",
      url: "",
      ...more,
    };
    const written = writeOpenSlo(slo, "checkout-is-fast");
    const { service, openSloName, fields } = readOpenSlo(written);
    const { name, label, objectivePercent, latencyMs, withoutError, window } = slo;
    expect({ service, openSloName, fields }).toEqual({
      service: "checkout",
      openSloName: "checkout-is-fast",
      fields: { name, label, objectivePercent, latencyMs, withoutError, window },
    });
  });

  it.each<[string, string, RegExp]>([
    [
      "another source",
      replacing("type: Headroom", "type: Prometheus"),
      /^Line 15: spec\.indicator\.spec\.ratioMetric\.good\.metricSource\.type: Headroom measures its own live traffic, not metrics of Prometheus\. Send .* set the type to Headroom, and say in spec what a good request is/,
    ],
    [
      "a source defined elsewhere",
      replacing(
        "        total:\n          metricSource:",
        "        total:\n          metricSourceRef: prom\n          metricSource:",
      ),
      /^Line 18: .*total\.metricSourceRef: A metric source that is defined elsewhere can't/,
    ],
    ["a missing field", replacing("  service: checkout\n", ""), /^Line 7: spec\.service/],
    ["slices of time", replacing("Occurrences", "Timeslices"), /only Occurrences/],
    [
      "two objectives",
      replacing("    - target: 0.999", "    - target: 0.9\n    - target: 0.99"),
      /exactly one objective/,
    ],
    [
      "a threshold",
      replacing("target: 0.999", "target: 0.999\n      op: lte"),
      /objectives\.0\.op: .*can't be expressed/,
    ],
    ["a composite", replacing("target: 0.999", "target: 0.999\n      compositeWeight: 2"), /composite/],
    ["100%", replacing("target: 0.999", "target: 1"), /objectives\.0\.target/],
    ["two targets", replacing("target: 0.999", "target: 0.999\n      targetPercent: 99.9"), /not both/],
    ["no target", replacing("target: 0.999", "displayName: x"), /is missing/],
    ["a rolling month", replacing("duration: 4w", "duration: 1M"), /months differ in length/],
    ["a calendar day", replacing(rolling, "duration: 1d"), /calendar window is/],
    ["a month from the 15th", replacing(rolling, CALENDAR.replace("01-01", "01-15")), /first day/],
    ["a calendar without a zone", replacing(rolling, "duration: 1M"), /needs calendar\.timeZone/],
    ["other labels", replacing("spec: { label: POST /pay }", "spec: {}"), /different labels/],
    [
      "alert policies",
      replacing("  budgetingMethod", "  alertPolicies: [x]\n  budgetingMethod"),
      /set alerts in Headroom/,
    ],
    ["another kind", replacing("kind: SLO", "kind: Service"), /kind SLO/],
    ["another version", replacing("openslo/v1", "openslo/v1alpha"), /expected openslo\/v1/],
    [
      "an unknown field",
      replacing("  service: checkout", "  service: checkout\n  severity: high"),
      /severity/,
    ],
    ["two documents", `${SLO}---\n${SLO}`, /one YAML document/],
    ["broken YAML", SLO.replace("kind: SLO", "kind: [SLO"), /line 3/],
    ["a key twice", replacing("kind: SLO", "kind: SLO\nkind: SLO"), /unique/],
    ["an alias", replacing("name: checkout-is-fast", "name: &a x\n  labels: *a"), /one YAML document/],
    ["nothing", "", /The file/],
    ["a huge file", `#${"x".repeat(MAX_OPENSLO_BYTES)}`, /larger than 20 kB/],
    ["a deep file", "[".repeat(MAX_OPENSLO_BYTES - 10), /one YAML document/],
  ])("refuses %s", (_what, source, message) => {
    expect(() => readOpenSlo(source)).toThrow(message);
  });

  it("has no way to other prototypes", () => {
    expect(() => readOpenSlo(replacing("metadata:", "metadata:\n  __proto__: { a: 1 }"))).toThrow(
      /__proto__/,
    );
  });
});
