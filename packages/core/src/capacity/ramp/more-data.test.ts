import { expect, it } from "vitest";
import { withMoreData } from "./more-data.ts";

it("divides the throughput by the data, and says so", () => {
  expect(withMoreData({ throughput: 41.3 }, 7)).toMatchObject({
    times: 7,
    machines: 7,
    throughput: expect.closeTo(5.9, 6),
    sentence:
      "With 7 times the data, 5.90 req/s are left of 41.3. For the same throughput, it takes 7 times the machines.",
  });
  expect(withMoreData({ throughput: 41.3 }, 1).throughput).toBe(41.3);
});
