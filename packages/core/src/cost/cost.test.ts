import { describe, expect, it } from "vitest";
import { costOf } from "./cost.ts";
import { parsePrice } from "./price.ts";
import type { Price } from "./price.ts";

describe("a price", () => {
  it.each([
    ["0.004 USD/s", "0.004 USD/s", 0.004],
    ["14.40usd/h", "14.4 USD/h", 14.4],
    [" 007.50 eur / H ", "7.5 EUR/h", 7.5],
    ["1000000000 IDR/h", "1000000000 IDR/h", 1e9],
    ["0.000000001 USD/s", "0.000000001 USD/s", 1e-9],
  ])("%s is %s", (given, text, amount) => expect(parsePrice(given)).toMatchObject({ text, amount }));

  it.each([
    "",
    "0 USD/s",
    "0.000 USD/s",
    "-1 USD/s",
    "NaN USD/s",
    "Infinity USD/s",
    "1e12 USD/s",
    "1000000000.1 USD/s",
    "99999999999 USD/s",
    "0.0000000001 USD/s",
    "1,000 USD/h",
    ".5 USD/s",
    "4 USD",
    "4/s",
    "4 USD/min",
    "4 USDT/s",
    "4 $/s",
    "4 USD/s\n5 USD/s",
    "١ USD/s",
  ])("%j isn't one", (given) => expect(parsePrice(given)).toBeNull());
});

const dollars = priceOf("3.60 USD/h");
const window = { throughput: 1_000, items: 600_000, durationSeconds: 60, errorRate: 0 };

describe("what a million cost", () => {
  it("is the price divided by the throughput, in requests and in items", () => {
    const { requests, items } = costOf(dollars, window);
    expect([requests.value, items.value]).toEqual([1, 0.1].map((cost) => expect.closeTo(cost, 12)));
    expect(requests).toMatchObject({ range: null, missing: null });
  });

  it("is the same for a second and for an hour of it", () =>
    expect(costOf(priceOf("0.001 USD/s"), window).requests.value).toBeCloseTo(1, 12));

  it("never makes an outage cheap: more and faster failures cost more", () => {
    const calm = costOf(dollars, window);
    const failing = costOf(dollars, { ...window, throughput: 1_500, errorRate: 0.9 });
    expect(failing.requests.value).toBeCloseTo(1 / 0.15, 9);
    expect(failing.requests.value).toBeGreaterThan(calm.requests.value ?? Infinity);
    expect(failing.items.value).toBeCloseTo(1, 9);
    expect(costOf(dollars, { ...window, errorRate: 1 }).requests).toEqual({
      value: null,
      range: null,
      missing: "None succeeded.",
    });
  });

  it("is at least so much where the source doesn't report all failures", () => {
    for (const some of [{ errorRate: null }, { errorsAtLeast: true } as const]) {
      const { value, range } = costOf(dollars, { ...window, ...some }).requests;
      expect([value, range]).toEqual([1, { low: 1, high: null }]);
    }
  });

  it("isn't known without requests, items or a duration", () => {
    const none = (of: Partial<typeof window> | object) => costOf(dollars, { ...window, ...of });
    expect(none({ throughput: null }).requests).toMatchObject({ value: null, missing: expect.any(String) });
    expect(none({ throughput: 0, errorRate: null }).requests).toMatchObject({ value: null, range: null });
    expect(none({ items: null }).items).toMatchObject({ value: null, missing: expect.any(String) });
    expect(none({ items: 0 }).items).toMatchObject({ value: null, missing: "None succeeded." });
    expect(none({ durationSeconds: 0 }).items.value).toBeNull();
  });
});

function priceOf(text: string): Price {
  const price = parsePrice(text);
  if (price === null) throw new Error(`${text} isn't a price`);
  return price;
}
