import type { RunAnswer } from "@headroom/contract";
import type { RunWindow } from "@headroom/services";
import type { BesideWindow } from "./prepare-figures.ts";

/** The second column: the judged steady phase; if that is shown already, or there is none, the whole run. */
export function prepareBeside({ summary, steady }: RunAnswer, { kind }: RunWindow): BesideWindow | null {
  const whole = { name: "whole run", summary };
  const judged = steady === null ? null : { name: "steady phase", summary: steady.summary };
  if (kind === "steady") return whole;
  return judged ?? (kind === "whole" ? null : whole);
}
