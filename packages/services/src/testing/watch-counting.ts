import type { BatchLog } from "../live/batch-log.ts";

/** Resolves once everything appended so far has been counted. Sends no queries of its own. */
export function watchCounting(log: BatchLog): () => Promise<void> {
  const append = log.append.bind(log);
  const behind = log.behind.bind(log);
  let appended = 0;
  let counted = 0;
  const waiting = new Set<{ all: number; resolve: () => void }>();
  log.append = async (partition, body) => {
    await append(partition, body);
    appended += 1;
  };
  log.behind = async (positions) => {
    const before = appended;
    const partitions = await behind(positions);
    if (partitions.length > 0) return partitions;
    counted = Math.max(counted, before);
    for (const one of waiting) {
      if (one.all > counted) continue;
      waiting.delete(one);
      one.resolve();
    }
    return partitions;
  };
  return () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    if (counted >= appended) resolve();
    else waiting.add({ all: appended, resolve });
    return promise;
  };
}
