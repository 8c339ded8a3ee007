import { keptExemplars } from "@headroom/core";
import { readExemplars, replaceExemplars } from "@headroom/db";
import type { WorkspaceTx } from "@headroom/db";
import { counts } from "./counted-rule.ts";
import type { Counting } from "./counted-rule.ts";
import type { TrafficMessage } from "./traffic-message.ts";

/** Stores the traces of requests that count. */
export async function keepExemplars(
  tx: WorkspaceTx,
  serviceId: string,
  { messages, counting }: { messages: readonly TrafficMessage[]; counting: Counting },
): Promise<void> {
  const arrived = messages
    .flatMap(({ exemplars = [] }) => exemplars)
    .filter(({ rule, minute }) => counts(counting, rule, minute));
  if (arrived.length === 0) return;
  const minutes = [...new Set(arrived.map(({ minute }) => minute))];
  const known = await readExemplars(tx, serviceId, minutes);
  await replaceExemplars(tx, serviceId, { minutes, exemplars: keptExemplars([...known, ...arrived]) });
}
