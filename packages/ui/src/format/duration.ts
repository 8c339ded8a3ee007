const two = (value: number) => String(value).padStart(2, "0");

/** 2:10, 1:00:05: a length or an offset on an axis. */
export function formatClock(seconds: number): string {
  const whole = Math.round(Math.abs(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60];
  const text = hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
  return seconds < 0 && whole > 0 ? `\u2212${text}` : text;
}

/** 15:00 min, 1:00:05 h, 8.4 s: a length with its unit. */
export function formatLength(seconds: number): string {
  if (seconds < 60) return `${Number(seconds.toFixed(1))} s`;
  return `${formatClock(seconds)} ${Math.round(seconds) >= 3600 ? "h" : "min"}`;
}

/** One step in words: 1 s, 30 s, 2 min, 1 h. */
export function formatStep(seconds: number): string {
  if (seconds % 3600 === 0) return `${seconds / 3600} h`;
  if (seconds % 60 === 0) return `${seconds / 60} min`;
  return `${seconds} s`;
}

/** 8 d ago, in the largest unit that is reached. */
export function formatAge(from: Date, now: Date): string {
  const seconds = (now.getTime() - from.getTime()) / 1000;
  if (seconds < 60) return "just now";
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`;
  return `${Math.floor(seconds / 86_400)} d ago`;
}
