interface Parts {
  weekday: string;
  day: string;
  month: string;
  year: string;
  time: string;
}

function partsIn(instant: Date, timeZone: string): Parts {
  const found: Record<string, string> = {};
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  for (const { type, value } of format.formatToParts(instant)) found[type] = value;
  return {
    weekday: found["weekday"] ?? "",
    day: found["day"] ?? "",
    month: (found["month"] ?? "").slice(0, 3),
    year: found["year"] ?? "",
    time: `${found["hour"] ?? ""}:${found["minute"] ?? ""}`,
  };
}

/** 5 Nov 2025, 03:10 in the given zone. */
export function formatInstant(instant: Date, timeZone: string): string {
  const at = partsIn(instant, timeZone);
  return `${dateOf(at)}, ${at.time}`;
}

/** 5 Nov 2025. */
export function formatDate(instant: Date, timeZone: string): string {
  return dateOf(partsIn(instant, timeZone));
}

/** 03:10, with the date where it isn't the day of another instant. */
export function formatTime(instant: Date, beside: Date, timeZone: string): string {
  const at = partsIn(instant, timeZone);
  return dateOf(at) === formatDate(beside, timeZone) ? at.time : `${dateOf(at)}, ${at.time}`;
}

/** 5 Nov 2025, 03:10–03:25; the second date only where it is another day. */
export function formatSpan(from: Date, to: Date, timeZone: string): string {
  const [start, end] = [partsIn(from, timeZone), partsIn(to, timeZone)];
  const sameDay = dateOf(start) === dateOf(end);
  const head = `${dateOf(start)}, ${start.time}`;
  if (sameDay && start.time === end.time) return head;
  return sameDay ? `${head}–${end.time}` : `${head} – ${formatInstant(to, timeZone)}`;
}

/** Wed 5 Nov 2025, or Wed 5 – Thu 6 Nov 2025: the days of a span. The midnight at which it ends belongs to the day before. */
export function formatDays(from: Date, to: Date, timeZone: string): string {
  const [start, end] = [partsIn(from, timeZone), partsIn(new Date(to.getTime() - 1), timeZone)];
  const last = `${end.weekday} ${dateOf(end)}`;
  if (dateOf(start) === dateOf(end)) return last;
  const year = start.year === end.year ? "" : ` ${start.year}`;
  const month = year === "" && start.month === end.month ? "" : ` ${start.month}`;
  return `${start.weekday} ${start.day}${month}${year} – ${last}`;
}

function dateOf({ day, month, year }: Parts): string {
  return `${day} ${month} ${year}`;
}

/** A zone's name that this runtime knows, else UTC: the name came from a cookie. */
export function knownTimeZone(name: string | undefined): string {
  if (!name || !/^[\w+/-]{1,64}$/.test(name)) return "UTC";
  try {
    return new Intl.DateTimeFormat("en-GB", { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return "UTC";
  }
}
