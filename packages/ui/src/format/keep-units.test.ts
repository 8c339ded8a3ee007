import { expect, it } from "vitest";
import { keepUnits } from "./keep-units.ts";

it("keeps a figure and its unit on one line, and breaks elsewhere", () => {
  expect(keepUnits("p95 is 92 ms over. 0.21% errors at 106 req/s.")).toBe(
    "p95 is 92\u00a0ms over. 0.21% errors at 106\u00a0req/s.",
  );
  expect(keepUnits("1 of 3 services holds, in 2 states")).toBe("1 of 3 services holds, in 2 states");
});
