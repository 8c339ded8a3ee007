import { expect, it } from "vitest";
import { shortened } from "./time-words.ts";

it("shortens a name so that years still differ", () => {
  expect(shortened("Green Saturday 2026", 19)).toBe("Green Saturday 2026");
  expect(shortened("Green Saturday 2026", 15)).toBe("Green Sat… 2026");
  expect(shortened("Green Saturday 2025", 15)).toBe("Green Sat… 2025");
  expect(shortened("Green Saturday 2026", 8)).toBe("Green S…");
  expect(shortened("/recommendations/{id}", 10)).toBe("/recommen…");
});
