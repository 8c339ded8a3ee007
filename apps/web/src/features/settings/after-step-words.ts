import { AFTER_STEP } from "@headroom/core";
import type { AfterStep } from "@headroom/core";
import type { RadioOption } from "@headroom/ui";

export const AFTER_STEP_LABEL = "While the trend stays worse";

const WORDS: Record<AfterStep, { label: string; hint: string }> = {
  unsure: {
    label: "Runs are unsure",
    hint: "A gate ends with 11, or passes with --allow-unsure.",
  },
  fail: {
    label: "Runs fail",
    hint: "They count as regressed. A gate ends with 10, even with --allow-unsure.",
  },
};

export const AFTER_STEP_OPTIONS: readonly RadioOption<AfterStep>[] = AFTER_STEP.map((value) => ({
  value,
  ...WORDS[value],
}));
