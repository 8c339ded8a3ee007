import { describe, expect, it } from "vitest";
import { seededRandom } from "../random.ts";
import { compareMix } from "./label-mix.ts";
import type { LabelCount } from "./label-mix.ts";

const counts = (of: Record<string, number>): LabelCount[] =>
  Object.entries(of).map(([label, requests]) => ({ label, requests, errors: null }));

describe("the label mix of a test and of live traffic", () => {
  it("is apart by the share of requests that would need another label", () => {
    const mix = compareMix(
      counts({ "/cart": 8_000, "/pay": 2_000 }),
      counts({ "/cart": 500_000, "/pay": 250_000, "/search": 250_000 }),
    );
    expect(mix?.apart).toBeCloseTo(0.3, 9);
    expect(mix?.missing).toEqual({ labels: 1, share: 0.25 });
    expect(mix?.onlyInTest).toEqual({ labels: 0, share: 0 });
    expect(mix?.labels.map(({ label, test, live }) => [label, test, live])).toEqual([
      ["/cart", 0.8, 0.5],
      ["/pay", 0.2, 0.25],
      ["/search", 0, 0.25],
    ]);
  });

  it("matches labels with IDs in their paths, and without a method that leaves no choice", () => {
    const live = counts({ "/users/{id}": 10, "GET /cart": 10, "POST /cart": 10, "/home": 10 });
    const names = (test: Record<string, number>) =>
      compareMix(counts(test), live)
        ?.labels.filter(({ test: share }) => share > 0)
        .map(({ label, testLabel }) => [label, testLabel]);
    expect(names({ "/users/17": 1 })).toEqual([["/users/{id}", "/users/17"]]);
    expect(names({ "GET /home": 1 })).toEqual([["/home", "GET /home"]]);
    expect(names({ "GET /cart": 1 })).toEqual([["GET /cart", null]]);
    // Which of the two isn't known.
    expect(names({ "/cart": 1 })).toEqual([["/cart", null]]);
    expect(names({ "PUT /cart": 1 })).toEqual([["PUT /cart", null]]);
  });

  it("adds up labels that are one in live traffic", () => {
    const mix = compareMix(counts({ "/users/1": 3, "/users/2": 7 }), counts({ "/users/{id}": 5 }));
    expect(mix).toMatchObject({ apart: 0, labels: [{ test: 1, live: 1 }] });
  });

  it("is unknown without requests", () => {
    expect(compareMix([], counts({ a: 1 }))).toBeNull();
    expect(compareMix(counts({ a: 1 }), counts({ a: 0 }))).toBeNull();
  });

  it("is rarely further apart than chance allows if both are samples of one mix", () => {
    const chance = seededRandom(11);
    const shares = Array.from({ length: 20 }, (_, at) => 1 / (at + 1));
    const total = shares.reduce((a, b) => a + b);
    const draw = (requests: number) => {
      const drawn = new Map<string, number>();
      for (let at = 0; at < requests; at++) {
        let rest = chance() * total;
        const label = shares.findIndex((share) => (rest -= share) < 0);
        drawn.set(`/${label}`, (drawn.get(`/${label}`) ?? 0) + 1);
      }
      return counts(Object.fromEntries(drawn));
    };
    const tries = Array.from({ length: 200 }, () => compareMix(draw(300), draw(2_000)));
    const beyond = tries.filter((mix) => mix !== null && mix.apart > mix.chance).length;
    expect(beyond).toBeLessThanOrEqual(2);
  });

  it("names the label whose shares of errors are furthest apart, beyond chance", () => {
    const failing = (test: [number, number | null], live: [number, number | null], label = "/pay") => {
      const side = ([requests, errors]: [number, number | null]): LabelCount[] => [
        { label: "/cart", requests: 1_000_000, errors: 100 },
        { label, requests, errors },
      ];
      return compareMix(side(test), side(live))?.failing;
    };
    expect(failing([1_000, 0], [1_000, 120])).toEqual({ label: "/pay", test: 0, live: 0.12 });
    expect(failing([1_000, 0], [1_000, 9])).toBeNull();
    expect(failing([20, 0], [20, 2])).toBeNull();
    expect(failing([1_000, null], [1_000, 500])).toBeNull();
    expect(failing([0, 0], [1_000, 500])).toBeNull();
    expect(failing([1_000, 0], [1_000, 500], "(other)")).toBeNull();
  });

  it("adds up the errors of labels that live traffic knows as one", () => {
    const test = ["/users/1", "/users/2"].map((label) => ({ label, requests: 500, errors: 50 }));
    const mix = compareMix(test, [{ label: "/users/{id}", requests: 1_000, errors: 0 }]);
    expect(mix?.labels).toMatchObject([{ testErrors: 0.1, liveErrors: 0 }]);
    expect(mix?.failing).toEqual({ label: "/users/{id}", test: 0.1, live: 0 });
  });
});
