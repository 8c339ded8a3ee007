import { expect, it } from "vitest";
import { renamedLabels } from "./renamed-labels.ts";

const label = (name: string, changed: object = {}) => ({
  label: name,
  share: 0.009,
  p50: 40,
  p90: 90,
  ...changed,
});

it("a label may have another name if its share, its latencies and its method are those of the lost one", () => {
  const lost = [label("POST /pay")];
  expect(renamedLabels(lost, [label("POST /payments", { share: 0.0085, p50: 43 })])).toEqual([
    { before: "POST /pay", after: "POST /payments" },
  ]);
  expect(renamedLabels(lost, [label("POST /charge")])).toHaveLength(1);
  expect(renamedLabels([label("pay by card")], [label("Pay by card (v2)")])).toHaveLength(1);
});

it("one that is unlike it in anything isn't the same label", () => {
  const lost = [label("POST /pay")];
  for (const changed of [{ share: 0.02 }, { p50: 80 }, { p90: 200 }, { p90: null }])
    expect(renamedLabels(lost, [label("POST /payments", changed)])).toEqual([]);
  expect(renamedLabels(lost, [label("GET /cart")])).toEqual([]);
});

it("each label has one other name at most, the most similar one", () => {
  const lost = [label("POST /pay"), label("POST /refund")];
  const fresh = [label("POST /v2/refund"), label("POST /v2/pay"), label("POST /v2/other")];
  expect(renamedLabels(lost, fresh)).toEqual([
    { before: "POST /refund", after: "POST /v2/refund" },
    { before: "POST /pay", after: "POST /v2/pay" },
  ]);
});
