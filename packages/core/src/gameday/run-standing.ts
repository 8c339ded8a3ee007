import type { RunOutcome } from "../judgement/judgement.ts";
import type { Verdict } from "../verdict/judged.ts";
import type { RunStatus } from "../run-states.ts";

/** What a gameday has to know of a run. */
export interface GamedayRun {
  number: number;
  /** Null: its source doesn't say it, so the time of its upload is used. */
  startedAt: Date | null;
  uploadedAt: Date;
  status: RunStatus;
  deleted: boolean;
  setAside: boolean;
  simulated: boolean;
  environment: string | null;
  verdict: Verdict | null;
  /** What is concluded from it; null: it isn't decided yet. */
  outcome: RunOutcome | null;
  /** The targets that it was judged by are those that the gameday was planned with. */
  asPlanned: boolean;
}

/** Why a run is listed and doesn't count, as in "Run 3 …". */
export const LEFT_OUT = {
  deleted: "was deleted",
  "set-aside": "was set aside",
  receiving: "is still being received",
  simulated: "is simulated",
  "other-environment": "ran in another environment",
  "before-window": "started before the window",
  "after-window": "started after the window",
} as const;

export type LeftOut = keyof typeof LEFT_OUT;

export interface GamedayWindow {
  startsAt: Date;
  /** Its end, or when the gameday was closed before that. */
  endsAt: Date;
  /** Where it takes place; null: anywhere. */
  environment: string | null;
}

/**
 * Why a run doesn't count; null: it counts. A run belongs to the window in which it started, however long it takes, and a
 * clock that is ahead can't move it past its upload.
 */
export function leftOutOf(run: GamedayRun, { startsAt, endsAt, environment }: GamedayWindow): LeftOut | null {
  if (run.deleted) return "deleted";
  if (run.setAside) return "set-aside";
  if (run.simulated) return "simulated";
  if (environment !== null && run.environment !== null && !isSame(run.environment, environment))
    return "other-environment";
  const at = startOf(run);
  if (at < startsAt) return "before-window";
  if (at >= endsAt) return "after-window";
  return run.status === "receiving" ? "receiving" : null;
}

export function startOf({ startedAt, uploadedAt }: Pick<GamedayRun, "startedAt" | "uploadedAt">): Date {
  return startedAt === null || startedAt > uploadedAt ? uploadedAt : startedAt;
}

function isSame(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}
