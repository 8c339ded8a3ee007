import { HOUR_SECONDS } from "@headroom/core";
import type { RunWindow } from "@headroom/services";
import { formatClock, formatLength } from "@headroom/ui";

type Named = Pick<RunWindow, "kind" | "fromSeconds" | "toSeconds" | "durationSeconds"> &
  Partial<Pick<RunWindow, "grownToSeconds">>;

const NAMES: Record<Named["kind"], string> = { steady: "steady phase", whole: "whole run", custom: "window" };

/** "steady phase", "whole run", "window 2:00–3:00". */
export function windowName(window: Named): string {
  const { kind, fromSeconds, toSeconds } = window;
  return kind === "custom" ? `window ${formatClock(fromSeconds)}–${formatClock(toSeconds)}` : NAMES[kind];
}

/** "steady phase, 0:40–9:20 (8m 40s)". */
export function windowTitle(window: Named): string {
  const { kind, fromSeconds, toSeconds, durationSeconds } = window;
  const span = kind === "steady" ? `, ${formatClock(fromSeconds)}–${formatClock(toSeconds)}` : "";
  // A duration of zero means that the file doesn't say how long its run was.
  const length = durationSeconds > 0 ? ` (${formatLength(durationSeconds)})` : "";
  const grown =
    window.grownToSeconds == null ? "" : `, in whole intervals of ${formatLength(window.grownToSeconds)}`;
  return `${windowName(window)}${span}${length}${grown}`;
}

/** Seconds of "65", "1:05" or "1:00:05"; null for what is none. */
export function parseClock(text: string): number | null {
  const bare = text.trim().replace("\u2212", "-");
  const found = /^(-?)(?:(?:(\d{1,4}):)?(\d{1,6}):)?(\d{1,9}(?:\.\d{1,3})?)$/.exec(bare);
  if (found === null) return null;
  const [, sign = "", hours, minutes, seconds = "0"] = found;
  if (minutes !== undefined && Number(seconds) >= 60) return null;
  if (hours !== undefined && Number(minutes) >= 60) return null;
  const total = Number(hours ?? 0) * HOUR_SECONDS + Number(minutes ?? 0) * 60 + Number(seconds);
  return sign === "" ? total : -total;
}

type TypedWindow = { fromSeconds: number; toSeconds: number } | { problem: string };

/** A window typed as two times, or what to change about them. */
export function readWindow(
  from: string,
  to: string,
  run: { fromSeconds: number; toSeconds: number },
): TypedWindow {
  const [fromSeconds, toSeconds] = [parseClock(from), parseClock(to)];
  if (fromSeconds === null || toSeconds === null) return { problem: "Enter times like 1:30." };
  if (fromSeconds >= toSeconds) return { problem: "The end must be after the start." };
  if (toSeconds <= run.fromSeconds) return { problem: `The run starts at ${formatClock(run.fromSeconds)}.` };
  if (fromSeconds >= run.toSeconds) return { problem: `The run ends at ${formatClock(run.toSeconds)}.` };
  return { fromSeconds, toSeconds };
}
