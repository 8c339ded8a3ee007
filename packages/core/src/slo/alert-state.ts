import { TimeZone } from "../zone/time-zone.ts";
import type { BudgetState } from "./budget.ts";
import type { BurnReading } from "./burn-rate.ts";

/** From calm to worst: an outage after the budget is spent is news again. */
export const SLO_ALERT_STATES = ["ok", "burning-slowly", "spent", "burning-fast"] as const;
export type SloAlertState = (typeof SLO_ALERT_STATES)[number];

export interface Judged {
  state: BudgetState;
  burnRates: readonly { severity: BurnReading["rule"]["severity"]; state: BurnReading["state"] }[];
}

/**
 * What follows from what was measured. Where that says too little to call it better than it was, it stays as it was: silence is
 * no all-clear. Null: nothing is known yet.
 */
export function alertStateOf(judged: Judged, before: SloAlertState | null): SloAlertState | null {
  const found = foundIn(judged);
  if (found === null || before === null) return found ?? before;
  const isOpen = judged.burnRates.some(({ state }) => state === "no-requests" || state === "unsure");
  return isOpen && isWorse(before, found) ? before : found;
}

function foundIn({ state, burnRates }: Judged): SloAlertState | null {
  const alerts = (severity: string) =>
    burnRates.some((one) => one.severity === severity && one.state === "alert");
  if (alerts("page")) return "burning-fast";
  if (state === "spent") return "spent";
  if (alerts("ticket")) return "burning-slowly";
  return state === "kept" && burnRates.every((one) => one.state === "quiet") ? "ok" : null;
}

function isWorse(a: SloAlertState, b: SloAlertState): boolean {
  return SLO_ALERT_STATES.indexOf(a) > SLO_ALERT_STATES.indexOf(b);
}

export interface AlertNews {
  state: SloAlertState;
  /** What people were last notified of. */
  sent: SloAlertState;
  isAcknowledged: boolean;
}

/** Whether people are to be notified: once per change, and of an acknowledged one only if it gets worse or ends. */
export function isNews({ state, sent, isAcknowledged }: AlertNews): boolean {
  if (state === sent) return false;
  if (!isAcknowledged || state === "ok") return true;
  return isWorse(state, sent);
}

/** Minutes since midnight, by the clocks of a zone. From 22:00 to 7:00 is over midnight. */
export interface QuietHours {
  fromMinute: number;
  toMinute: number;
  timeZone: string;
}

export function isQuietAt({ fromMinute, toMinute, timeZone }: QuietHours, now: Date): boolean {
  const shown = new TimeZone(timeZone).shownAt(now);
  const minute = shown.getUTCHours() * 60 + shown.getUTCMinutes();
  if (fromMinute <= toMinute) return minute >= fromMinute && minute < toMinute;
  return minute >= fromMinute || minute < toMinute;
}
