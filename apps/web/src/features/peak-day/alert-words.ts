import type { PeakDayAlertAnswer } from "@headroom/contract";

/** What is wrong, in the words of the alerts' sheet. */
export const ALERT_WORDS: Readonly<Record<PeakDayAlertAnswer["state"], string>> = {
  calm: "Nothing is wrong",
  near: "Close to what is proven",
  above: "Above what is proven",
  slow: "p99 above its target",
  errors: "Too many requests fail",
  silent: "No data",
};

export const SILENCES = [
  { value: "", label: "Alerts are on" },
  { value: "30", label: "Mute for 30 min" },
  { value: "60", label: "Mute for 1 hour" },
  { value: "120", label: "Mute for 2 hours" },
  { value: "480", label: "Mute for 8 hours" },
];

const WAITS = [1, 2, 3, 5, 10, 15, 30];
export const FIRST_WAITS = WAITS.map((minutes) => ({
  value: String(minutes),
  label: minutes === 1 ? "immediately" : `after ${minutes} bad minutes`,
}));
