import { expect, it } from "vitest";
import { AFTER_STEP_OPTIONS } from "./after-step-words.ts";

it("what happens to runs after a step begins with the default, and names the codes of the gate", () => {
  expect(AFTER_STEP_OPTIONS).toEqual([
    {
      value: "unsure",
      label: "Runs are unsure",
      hint: "A gate ends with 11, or passes with --allow-unsure.",
    },
    {
      value: "fail",
      label: "Runs fail",
      hint: "They count as regressed. A gate ends with 10, even with --allow-unsure.",
    },
  ]);
});
