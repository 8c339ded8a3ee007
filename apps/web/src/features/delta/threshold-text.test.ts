import { expect, it } from "vitest";
import { withSigns } from "./threshold-text.ts";

it("writes the signs of targets, and leaves labels as they are", () => {
  expect(withSigns("missed p99 <= 200 ms (240 ms), throughput >= 50 req/s")).toBe(
    "missed p99 ≤ 200 ms (240 ms), throughput ≥ 50 req/s",
  );
  expect(withSigns('p99 of "a<=b" <= 1 s')).toBe('p99 of "a<=b" ≤ 1 s');
  expect(withSigns("error rate < 1%")).toBe("error rate < 1%");
});
