import type { WorkspaceTx } from "@headroom/db";
import { requestSources } from "./own-sources.ts";
import type { MetricsContent } from "./traffic-message.ts";

/** What is stored of a service's rules. */
export interface StoredRules {
  serviceId: string;
  /** The one that is to count; the `counted` ones are those that did so far, as in `Counting`. */
  rule: string | null;
  ruleIsChosen: boolean;
  ownSources: unknown;
  countedRule: string | null;
  countedBefore: string | null;
  countedFrom: Date | null;
}

/** Which rule's requests count at which time. Two rules can report the same requests, so no second has those of two. */
export interface Counting {
  rule: string | null;
  /** Counts what happened before `from`, also if it arrives later. */
  before: string | null;
  /** In epoch seconds; null: always. */
  from: number | null;
}

export function countingOf({
  rule,
  countedRule,
  countedBefore,
  countedFrom,
}: Pick<StoredRules, "rule" | "countedRule" | "countedBefore" | "countedFrom">): Counting {
  return {
    rule: countedRule ?? rule,
    before: countedBefore,
    from: countedFrom === null ? null : countedFrom.getTime() / 1_000,
  };
}

export function counts({ rule, before, from }: Counting, of: string, second: number): boolean {
  if (of === rule) return from === null || second >= from;
  return of === before && from !== null && second < from;
}

/** A rule that isn't heard for so long gives way to those that are. */
const SILENT_MILLIS = 300_000;

/**
 * The rule whose requests are to count. A client often reports the same requests in several ways, and adding them up would
 * count them twice: the best one counts, unless a person has chosen another.
 */
export async function wantedRule(
  tx: WorkspaceTx,
  { serviceId, rule, ruleIsChosen, ownSources }: StoredRules,
  messages: readonly MetricsContent[],
  now: Date,
): Promise<string | null> {
  if (ruleIsChosen) return rule;
  const arrived = rulesOf(messages);
  const best = bestRule(rule, arrived, ownSources);
  if (rule === null || best !== rule || arrived.has(rule) || arrived.size === 0) return best;
  const seen = await tx.prisma.trafficRule.findUnique({ where: { serviceId_rule: { serviceId, rule } } });
  if (seen !== null && now.getTime() - seen.seenAt.getTime() <= SILENT_MILLIS) return rule;
  return bestRule(null, arrived, ownSources);
}

/** Of those that arrived and the one before. */
export function bestRule(
  rule: string | null,
  arrived: ReadonlySet<string>,
  ownSources: unknown,
): string | null {
  return requestSources(ownSources).find(({ id }) => arrived.has(id) || id === rule)?.id ?? rule;
}

export function rulesOf(messages: readonly MetricsContent[]): Set<string> {
  return new Set(messages.flatMap(({ cells, readings }) => [...cells, ...readings].map((one) => one.rule)));
}

/** Once the wanted rule has requests, it counts from its first second on that has none of the rule before. */
export async function switched(
  counting: Counting,
  {
    wanted,
    seconds,
    latestSecond,
  }: { wanted: string | null; seconds: readonly number[]; latestSecond: () => Promise<number | null> },
): Promise<Counting> {
  if (wanted === counting.rule) return counting;
  if (counting.rule === null) return { rule: wanted, before: null, from: null };
  if (seconds.length === 0) return counting;
  const latest = await latestSecond();
  const first = seconds.reduce((least, second) => Math.min(least, second), Infinity);
  const from = latest === null ? first : Math.max(first, latest + 1);
  return { rule: wanted, before: counting.rule, from };
}
