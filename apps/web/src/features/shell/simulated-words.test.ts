import { expect, it } from "vitest";
import { isNamedSimulated, simulatedName } from "./simulated-words.ts";

it("doesn't repeat what a name says already", () => {
  expect(simulatedName("Shop (simulated)", { withReal: false })).toBe("Shop (simulated)");
  expect(simulatedName("Shop", { withReal: false })).toBe("Shop (simulated)");
  expect(simulatedName("Shop (simulated)", { withReal: true })).toBe("Shop (simulated) (partly simulated)");
  expect(isNamedSimulated("Shop (simulated)", null)).toBe(false);
});
