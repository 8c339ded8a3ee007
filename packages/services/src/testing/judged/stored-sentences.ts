import type { Importing } from "../importing.ts";

/** Names that people gave, targets as written, and units: whatever else has a space in it is a sentence. */
const NAMES: ReadonlySet<string> = new Set([
  "target",
  "text",
  "metric",
  "label",
  "name",
  "unit",
  "note",
  "method",
  "branches",
]);

/** Where what is stored of judged runs has words of its own, which should be made from its fields when they are read. */
export async function storedSentences(importing: Importing): Promise<{ place: string; words: string }[]> {
  const rows = await importing.inHome(async ({ prisma }) => ({
    verdict: await prisma.runVerdict.findMany(),
    judgement: await prisma.judgement.findMany(),
    statistics: await prisma.pairStatistics.findMany({ select: { question: true, statistics: true } }),
    run: await prisma.run.findMany({
      select: { phase: true, steady: true, comparison: true },
    }),
    notice: await prisma.runNotice.findMany({ select: { outcome: true, regressions: true } }),
  }));
  const counts = Object.entries(rows).filter(([, list]) => list.length === 0);
  if (counts.length > 0) throw new Error(`nothing is stored: ${counts.map(([table]) => table).join(", ")}`);
  return sentencesIn(rows, "");
}

function sentencesIn(value: unknown, place: string): { place: string; words: string }[] {
  if (typeof value === "string") {
    const name = place.split(".").findLast((part) => !/^\d+$/.test(part)) ?? "";
    const isGiven = name === "code" && value === "given";
    return isGiven || (value.includes(" ") && !NAMES.has(name)) ? [{ place, words: value }] : [];
  }
  if (value === null || typeof value !== "object" || value instanceof Date || ArrayBuffer.isView(value))
    return [];
  return Object.entries(value).flatMap(([key, one]) => sentencesIn(one, `${place}.${key}`));
}
