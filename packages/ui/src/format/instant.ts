interface Parts {
  day: string;
  month: string;
  year: string;
  time: string;
}

function partsIn(instant: Date, timeZone: string): Parts {
  const found: Record<string, string> = {};
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  for (const { type, value } of format.formatToParts(instant)) found[type] = value;
  return {
    day: found["day"] ?? "",
    month: (found["month"] ?? "").slice(0, 3),
    year: found["year"] ?? "",
    time: `${found["hour"] ?? ""}:${found["minute"] ?? ""}`,
  };
}

/** 5 Nov 2025, 03:10 in the given zone. */
export function formatInstant(instant: Date, timeZone: string): string {
  const at = partsIn(instant, timeZone);
  return `${at.day} ${at.month} ${at.year}, ${at.time}`;
}

/** 5 Nov 2025, 03:10–03:25; the second date only where it is another day. */
export function formatSpan(from: Date, to: Date, timeZone: string): string {
  const [start, end] = [partsIn(from, timeZone), partsIn(to, timeZone)];
  const sameDay = start.day === end.day && start.month === end.month && start.year === end.year;
  const head = `${start.day} ${start.month} ${start.year}, ${start.time}`;
  if (sameDay && start.time === end.time) return head;
  return sameDay ? `${head}–${end.time}` : `${head} – ${formatInstant(to, timeZone)}`;
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
