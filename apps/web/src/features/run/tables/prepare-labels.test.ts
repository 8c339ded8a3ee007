import { expect, it } from "vitest";
import { countedItems, prepareLabel } from "./prepare-labels.ts";
import { windowLabel } from "../testing/run-fixtures.ts";

const context = { requests: 1_000, items: null, verdicts: new Map(), errorsAtLeast: undefined };

it("a percentile of which the source has only a range is that range", () => {
  const ranges = { p50: { low: 35, high: 40 }, p99: { low: 200, high: null } };
  const label = { ...windowLabel("location", 1_000, 300), p50Micros: null, p99Micros: null, ranges };
  expect(prepareLabel(label, context)).toMatchObject({
    p50: "35\u201340",
    p99: "\u2265\u00a0200",
    p90: "118",
  });
});

it("labels have items per second and a share of them where requests carry several", () => {
  const inserts = { ...windowLabel("insert", 17_200, 2), items: 17_200, throughput: 17_200 };
  const selects = { ...windowLabel("select", 250, 3), items: 4_300, throughput: 250 };
  const all = { requests: 17_450, items: 21_500 };
  const row = (label: typeof inserts) =>
    prepareLabel(label, { ...context, requests: all.requests, items: countedItems(all) });
  expect([row(inserts), row(selects)]).toMatchObject([
    { share: "98.6", itemsShare: "80.0", items: "17,200" },
    { share: "1.4", itemsShare: "20.0", items: "4,300" },
  ]);
  expect(countedItems({ requests: 10, items: 10 })).toBeNull();
  expect(prepareLabel(selects, { ...context, items: null })).toMatchObject({ items: "-", itemsShare: "-" });
});
