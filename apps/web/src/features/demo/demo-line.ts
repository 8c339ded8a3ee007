import type { LoadedDemo } from "@headroom/services";
import { formatCount } from "@headroom/ui";

export interface DemoLine {
  tone: "neutral" | "bad";
  title: string;
  text: string;
  /** Runs so far and in all; null: no bar. */
  progress: { runs: number; runsTotal: number } | null;
  /** It changes without anybody doing anything. */
  moves: boolean;
  mayLoad: boolean;
  mayRemove: boolean;
}

/** What the overview says about the demo that somebody loaded into the workspace. */
export function prepareDemoLine({ status, runs, runsTotal, problem, isStalled }: LoadedDemo): DemoLine {
  const count = runsTotal === null ? null : `${formatCount(runs)} of ${formatCount(runsTotal)} runs`;
  if (isStalled || status === "failed") return stuckLine({ status, problem }, count);
  switch (status) {
    case "loading":
      return {
        ...STILL,
        title: count === null ? "Loading the demo." : `Demo: ${count}.`,
        text: "It takes about a minute. You can already look around.",
        progress: runsTotal === null ? null : { runs, runsTotal },
        moves: true,
      };
    case "removing":
      return { ...STILL, title: "Removing the demo.", text: "", moves: true, mayRemove: false };
    case "loaded":
      return {
        ...STILL,
        title: "This workspace has the demo's data.",
        text: "What is simulated says so. You can remove the demo at any time: your own runs stay.",
      };
  }
}

const STILL = {
  tone: "neutral",
  progress: null,
  moves: false,
  mayLoad: false,
  mayRemove: true,
} as const;

const NOT_MOVING = "Nothing has happened for five minutes. Background jobs may not be running.";

function stuckLine(
  { status, problem }: Pick<LoadedDemo, "status" | "problem">,
  count: string | null,
): DemoLine {
  if (status === "removing")
    return { ...STILL, tone: "bad", title: "Couldn't remove the demo.", text: problem ?? NOT_MOVING };
  const text = [problem ?? NOT_MOVING, ...(count === null ? [] : [`It has ${count}.`])].join(" ");
  return { ...STILL, tone: "bad", title: "Couldn't load the demo.", text, mayLoad: true };
}
