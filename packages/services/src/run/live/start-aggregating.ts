import { setTimeout as wait } from "node:timers/promises";
import { Announcer } from "../../live/announcer.ts";
import { SourceMemory } from "../../traffic/source-memory.ts";
import { aggregate } from "./aggregate.ts";
import type { Aggregation } from "./aggregate.ts";
import { gatherAfter } from "./gather.ts";

export interface AggregatingLog {
  /** Couldn't be counted, and was set aside. */
  failed(error: unknown): void;
  /** The database was away, or something unexpected; it goes on. */
  interrupted(error: unknown): void;
}

/** The least time between two rounds. */
const GATHER_MILLIS = 200;
/** Other processes append without this one hearing of it. */
const LOOK_MILLIS = 1_000;
const TRIM_EVERY_MILLIS = 600_000;

/** Counts what arrives for as long as this process runs. */
export function startAggregating(
  { gatherMillis = GATHER_MILLIS, ...aggregation }: Aggregation & { gatherMillis?: number },
  report: AggregatingLog,
): { stop(): Promise<void> } {
  const { log } = aggregation;
  const memory = aggregation.memory ?? new SourceMemory();
  const announcer = new Announcer(aggregation.services);
  const stopping = new AbortController();
  let trimmedAt = performance.now();

  async function round(): Promise<void> {
    const began = performance.now();
    const { entries, failures, changed } = await aggregate({ ...aggregation, memory });
    announcer.changed(changed);
    const took = performance.now() - began;
    for (const failure of failures) report.failed(failure);
    if (performance.now() - trimmedAt > TRIM_EVERY_MILLIS) {
      trimmedAt = performance.now();
      await log.trim();
    }
    if (entries > 0) await wait(gatherAfter(took, gatherMillis), undefined, { signal: stopping.signal });
    else await log.appended(LOOK_MILLIS, stopping.signal);
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await round();
      } catch (error) {
        if (stopping.signal.aborted) return;
        report.interrupted(error);
        await wait(LOOK_MILLIS, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  }

  const running = run();
  return {
    async stop() {
      stopping.abort();
      announcer.close();
      await running;
    },
  };
}
