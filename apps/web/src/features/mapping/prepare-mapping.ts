import type { TrafficMapping } from "@headroom/contract";
import { HOUR_MILLIS } from "@headroom/core";
import { plural } from "@headroom/core/format";
import { formatCount } from "@headroom/ui";

type Source = NonNullable<TrafficMapping["counted"]>;

/** A source that isn't heard for so long has probably ended. */
const SILENT_MILLIS = 300_000;
const BEST = "best";

export interface MappingModel {
  sentence: { lead: string; rest: string };
  /** What a person should know before relying on the figures; null: nothing. */
  problem: string | null;
  choices: { value: string; label: string; hint: string }[];
  chosen: string;
  labels: { name: string; value: string }[];
}

export function prepareMapping(mapping: TrafficMapping, now: Date): MappingModel {
  return {
    sentence: sentenceOf(mapping),
    problem: problemOf(mapping, now),
    choices: choicesOf(mapping),
    chosen: choiceOfRule(mapping.rule),
    labels: labelFacts(mapping),
  };
}

/** Null: the best one that arrives. */
export function ruleOfChoice(choice: string): string | null {
  return choice === BEST ? null : choice;
}

export function choiceOfRule(rule: string | null): string {
  return rule ?? BEST;
}

/** A classic histogram arrives as three metrics: its buckets are enough to make a source of it. */
export function withoutHistogramParts(metrics: TrafficMapping["unmapped"]): TrafficMapping["unmapped"] {
  const names = new Set(metrics.map(({ name }) => name));
  return metrics.filter(
    ({ name }) =>
      !names.has(`${name.replace(/_(?:sum|count)$/, "")}_bucket`) || !/_(?:sum|count)$/.test(name),
  );
}

function sentenceOf({
  counted,
  alsoCounted,
  next,
  sources,
  unmappedMetrics,
}: TrafficMapping): MappingModel["sentence"] {
  if (counted === null) {
    if (next !== null) return { lead: "No requests yet.", rest: `${next.title} counts once it has some.` };
    return unmappedMetrics === 0
      ? { lead: "No requests yet.", rest: "Send this service's metrics to start counting." }
      : { lead: "No requests are counted.", rest: "Add a source for one of the metrics that arrive." };
  }
  const lead = `Requests are counted from ${counted.title}.`;
  if (next !== null) return { lead, rest: `${next.title} takes over with its next requests.` };
  const others = sources.filter(({ rule }) => rule !== counted.rule && !alsoCounted.includes(rule)).length;
  if (others === 0) return { lead, rest: "No other source was seen." };
  const seen = plural(others, "other source was", "other sources were");
  return { lead, rest: `${seen} seen and not counted.` };
}

function problemOf(
  { rule, counted, next, sources, leftOutAt, unusableAt, labels }: TrafficMapping,
  now: Date,
): string | null {
  const silent = ({ lastSeenAt }: Source) =>
    lastSeenAt === null || now.getTime() - Date.parse(lastSeenAt) > SILENT_MILLIS;
  if (rule !== null && next === null && counted !== null && silent(counted)) {
    const other = sources.find((source) => source.rule !== rule && !silent(source));
    if (other !== undefined)
      return `${counted.title} hasn't been heard for more than 5 minutes, so nothing is counted. ${other.title} still arrives: choose it, or the best source that arrives.`;
  }
  const isRecent = (at: string | null) => at !== null && now.getTime() - Date.parse(at) < HOUR_MILLIS;
  if (isRecent(leftOutAt))
    return "The service sends more series than this server allows for one service (HEADROOM_MAX_TRAFFIC_SERIES). Requests of further series aren't counted.";
  if (isRecent(unusableAt))
    return 'A histogram couldn\'t be counted: its bucket counts decrease, or le="+Inf" is missing. Its requests are included in the next valid sample, or lost.';
  if (labels.lastHour.other > 0)
    return `The service has more than ${formatCount(labels.limit)} labels. Requests with other labels are counted under "(other)".`;
  return null;
}

function choicesOf({ rule, counted, alsoCounted, next, sources }: TrafficMapping): MappingModel["choices"] {
  const known: Source[] = [...sources];
  for (const one of [counted, next]) {
    if (one !== null && !known.some((source) => source.rule === one.rule)) known.push(one);
  }
  const stateOf = (id: string) =>
    id === counted?.rule
      ? next === null
        ? "Counted now."
        : `Counted until ${next.title} has its next requests.`
      : id === next?.rule
        ? "Takes over with its next requests."
        : alsoCounted.includes(id)
          ? "Counted, too: another name of the same application. Each process counts once."
          : "Seen, not counted.";
  const best = {
    value: BEST,
    label: "The best source that arrives",
    hint:
      rule === null
        ? "Durations come before counts, and the application before a proxy in front of it. If it isn't heard for 5 minutes, the next one counts."
        : "If it isn't heard for 5 minutes, the next one counts.",
  };
  return [best, ...known.map(({ rule: id, title }) => ({ value: id, label: title, hint: stateOf(id) }))];
}

function labelFacts({ labels: { used, limit, folded, lastHour } }: TrafficMapping): MappingModel["labels"] {
  const share = lastHour.requests === 0 ? null : lastHour.other / lastHour.requests;
  return [
    { name: "Labels", value: `${formatCount(used)} of ${formatCount(limit)}` },
    {
      name: 'Requests under "(other)" in the last hour',
      value:
        share === null
          ? "No requests"
          : `${formatCount(lastHour.other)} of ${formatCount(lastHour.requests)}`,
    },
    ...(folded.length === 0 ? [] : [{ name: "With IDs folded, for example", value: folded.join(", ") }]),
  ];
}
