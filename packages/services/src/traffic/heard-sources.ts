import { outcomesRuleOf } from "@headroom/core";
import type { TrafficAnswer } from "@headroom/contract";
import type { TrafficModel, WorkspaceTx } from "@headroom/db";
import { requestSources, sourceTitle } from "./own-sources.ts";

/** Sources are read every minute or so. */
const ADDED_SECONDS = 300;
/** On a day that goes on, what was heard before doesn't matter any more. */
const RECENT_SECONDS = 900;

interface Heard {
  serviceId: string;
  traffic: TrafficModel | null;
  /** Epoch seconds. */
  now: number;
}

/** What a service's figures are counted from, and what has arrived that none of them contain. */
export async function readHeardSources(
  tx: WorkspaceTx,
  { serviceId, traffic, now }: Heard,
): Promise<Pick<TrafficAnswer, "source" | "alsoCounted" | "notCounted">> {
  const ownSources = traffic?.ownSources ?? [];
  const rule = traffic?.countedRule ?? traffic?.rule ?? null;
  const title = sourceTitle(ownSources, rule);
  const seen = await tx.prisma.trafficRule.findMany({ where: { serviceId }, orderBy: { seenAt: "desc" } });
  // What only says which of the counted requests failed has the same requests.
  const isUsed = (id: string) => id === rule || id === outcomesRuleOf(rule);
  const others = requestSources(ownSources).filter(({ id }) => !isUsed(id));
  const heard = seen.flatMap(({ rule: id, seenAt, addedAt }) => {
    const other = others.find((source) => source.id === id);
    if (other === undefined) return [];
    const isAdded = addedAt !== null && now - addedAt.getTime() / 1_000 < ADDED_SECONDS;
    return { rule: id, title: other.title, lastSeenAt: seenAt.toISOString(), isAdded };
  });
  return {
    source: rule === null || title === null ? null : { rule, title },
    alsoCounted: heard.flatMap(({ isAdded, rule: id, title: of }) =>
      isAdded ? { rule: id, title: of } : [],
    ),
    notCounted: heard.flatMap(({ isAdded, ...other }) => (isAdded ? [] : other)),
  };
}

/** The names of sources that arrive now and aren't counted. */
export async function readNotCounted(tx: WorkspaceTx, heard: Heard): Promise<string[]> {
  const { notCounted } = await readHeardSources(tx, heard);
  const since = (heard.now - RECENT_SECONDS) * 1_000;
  return notCounted.flatMap(({ title, lastSeenAt }) => (Date.parse(lastSeenAt) >= since ? title : []));
}
