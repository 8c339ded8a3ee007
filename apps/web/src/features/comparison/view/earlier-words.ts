import { plural } from "@headroom/core/format";
import { usualDays } from "./statistics-by-run.ts";
import type { KnownPair, StatisticsByRun } from "./statistics-by-run.ts";

/** Which earlier runs show how much such runs vary: "12 earlier runs: #3–#14". Null while nothing is known. */
export function earlierWords(statistics: StatisticsByRun): string | null {
  const days = usualDays(statistics);
  if (days > 0) return `What is usual is measured on ${days} earlier days.`;
  const lists = [...statistics.values()].flatMap((pair) =>
    pair === "failed" || pair.method.earlier === undefined ? [] : [pair.method.earlier],
  );
  const confirming = Math.max(0, ...[...statistics.values()].map(betweenOf));
  const words = variationWords(lists);
  if (words === null || confirming === 0) return words;
  const runs = confirming === 1 ? "1 run" : `${lists.length > 1 ? "up to " : ""}${confirming} runs`;
  return `${words} With ${runs} in between, a change can be confirmed but not ruled out.`;
}

function betweenOf(pair: KnownPair | "failed"): number {
  return pair === "failed" ? 0 : (pair.method.between?.length ?? 0);
}

function variationWords(lists: readonly (readonly { number: number }[])[]): string | null {
  const [first, ...others] = lists.toSorted((a, b) => a.length - b.length);
  if (first === undefined) return null;
  const longest = others.at(-1) ?? first;
  const named = numbersWords(first.map(({ number }) => number));
  if (lists.some((list) => numbersWords(list.map(({ number }) => number)) !== named))
    return `Run-to-run variation is measured on ${first.length} to ${longest.length} earlier runs for each pair.`;
  if (first.length === 0) return "There are no runs before these to measure run-to-run variation.";
  return `Run-to-run variation is measured on ${plural(first.length, "earlier run")}: ${named}.`;
}

/** "#3–#9, #11, #14" */
function numbersWords(numbers: readonly number[]): string {
  const spans: [number, number][] = [];
  for (const number of numbers.toSorted((a, b) => a - b)) {
    const last = spans.at(-1);
    if (last !== undefined && last[1] === number - 1) last[1] = number;
    else spans.push([number, number]);
  }
  return spans.map(([from, to]) => (from === to ? `#${from}` : `#${from}–#${to}`)).join(", ");
}
