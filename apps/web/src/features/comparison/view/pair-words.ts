import { plural } from "@headroom/core/format";
import { formatChange } from "@headroom/ui";
import { metricName } from "./figure-words.ts";
import type { KnownPair, StatisticsByRun } from "./statistics-by-run.ts";

type SaidFinding = KnownPair["judgement"]["findings"][number];

/** Why it isn't known whether a pair changed. */
export type Open = "load" | "differs" | "errors-untested" | "unseen" | "untested" | "noisy";

/** What counts most of an unsure pair; null: it isn't unsure. */
export function openBy({
  judgement: { outcome, findings },
}: KnownPair): { why: Open; by: SaidFinding } | null {
  if (outcome !== "unsure") return null;
  const open = findings.filter(({ effect }) => effect === "unsure");
  const by = open.find(({ code }) => code === "nothing-compared") ?? open[0];
  return by === undefined ? null : { why: whyOf(by), by };
}

function whyOf({ kind, code }: SaidFinding): Open {
  if (kind === "ramp") return "load";
  if (kind === "change") return code === "differs" ? "differs" : "errors-untested";
  if (kind === "comparability") return "unseen";
  return kind === "detectable" ? "noisy" : "untested";
}

/** What is left open, in sentences. `untested`: what is missing for a test. */
export function openWords(pair: KnownPair, untested: string): string {
  const open = openBy(pair);
  if (open === null) return "";
  const words: Record<Open, () => string> = {
    load: () => "",
    differs: () => [labelWords(pair), settleWords(pair)].filter((part) => part !== "").join(" "),
    "errors-untested": () => open.by.evidence ?? "",
    unseen: () => "A slowdown can hide there.",
    untested: () => untested,
    noisy: () => open.by.words,
  };
  return words[open.why]();
}

/** `Worse: p99 of "POST /pay" (+50.0%).`: what decided, where no figure of the whole run did. `said`: so many were named before. */
export function labelWords({ judgement: { outcome, findings } }: KnownPair, said = 0): string {
  const effect = outcome === "regressed" ? "fail" : "unsure";
  const changes = findings.filter((one) => one.kind === "change" && one.effect === effect);
  const [worst, ...more] = changes.slice(said);
  if (worst === undefined || changes.some(({ label }) => label === null)) return "";
  const size = worst.ratio === null ? "" : ` (${formatChange(worst.ratio - 1)})`;
  const others = more.length === 0 ? "" : `, and ${plural(more.length, "more figure")} of labels`;
  const worse = said > 0 ? "Also worse" : "Worse";
  return `${effect === "fail" ? worse : "Different"}: ${worst.about}${size}${others}.`;
}

/** How many labels of a single pair were compared; empty: it isn't known. */
export function countedLabels(statistics: StatisticsByRun): string {
  const [pair, ...more] = statistics.values();
  if (pair === undefined || pair === "failed" || more.length > 0) return "";
  const counted = pair.judgement.findings.filter(
    ({ kind, code }) => kind === "comparison" && code.endsWith("labels"),
  );
  return counted.map(({ words }) => words).join(" ");
}

/** One run a side cannot tell a change from scatter; more runs can. */
function settleWords({ whole, labels }: KnownPair): string {
  const usual = whole.find((one) => one.verdict === "differs" && one.usual);
  if (usual !== undefined) return `${metricName(usual.metric)}: ${usual.reason}`;
  const runs = [whole, ...labels.map(({ metrics }) => metrics)]
    .flat()
    .flatMap(({ verdict, runsToSettle }) =>
      verdict === "differs" && runsToSettle !== null ? [runsToSettle] : [],
    );
  if (runs.length === 0) return "More runs on each side would settle whether the system changed.";
  const most = Math.max(...runs);
  return most === 1
    ? "One run on each side would settle whether the system changed."
    : `${most} runs on each side would settle whether the system changed.`;
}
