import { localText } from "../event/local-text.ts";

export interface TypedPoint {
  at: string;
  requestsPerSecond: number;
}

const LINE = /^(?:(\d{4}-\d{2}-\d{2})[T ])?(\d{1,2}:\d{2})\s*[\s,;]\s*(\d[\d,_]*(?:\.\d+)?)(?:\s*req\/s)?$/;

/** Lines such as "08:00 900" or "2025-11-29 08:00 900". A line without a date is on the first day. */
export function readTyped(
  text: string,
  { startsAt, timeZone }: { startsAt: string; timeZone: string },
): { points: TypedPoint[]; problem: string | null } {
  const [firstDay = ""] = localText(startsAt, timeZone).split("T");
  const points: TypedPoint[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const [, date = firstDay, clock = "", rate = ""] = LINE.exec(line.trim()) ?? [];
    if (clock === "")
      return { points, problem: `Line ${index + 1} isn't a time and a number, such as 08:00 900.` };
    points.push({
      at: `${date}T${clock.padStart(5, "0")}`,
      requestsPerSecond: Number(rate.replaceAll(/[,_]/g, "")),
    });
  }
  return { points, problem: points.length < 2 ? "At least two points are needed." : null };
}
