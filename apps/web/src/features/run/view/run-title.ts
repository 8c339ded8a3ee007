import type { RunDetail } from "@headroom/services";
import { simulatedName } from "../../shell/simulated-words.ts";

/** What charts and files of a run are called. */
export function runTitle({
  experiment,
  number,
  answer,
}: Pick<RunDetail, "experiment" | "number" | "answer">): string {
  return simulatedName(`${experiment.name}, run ${number}`, simulatedOf(answer.warnings));
}

/** Null: no simulator sent its requests. */
export function simulatedOf(warnings: RunDetail["answer"]["warnings"]): { withReal: boolean } | null {
  if (warnings.some(({ code }) => code === "traffic-partly-simulated")) return { withReal: true };
  return warnings.some(({ code }) => code === "traffic-simulated") ? { withReal: false } : null;
}
