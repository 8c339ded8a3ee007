import { setTimeout as wait } from "node:timers/promises";
import { Announcer } from "../../live/announcer.ts";
import { SourceMemory } from "../../traffic/source-memory.ts";
import type { PartitionLeases } from "@headroom/db";
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

export interface Counting {
  /** The entries that were counted since it was asked before. */
  takeCounted(): number;
  stop(): Promise<void>;
}

/** If another process leases a partition and makes no progress for so long, it hangs, and this process counts the partition. */
const STUCK_MILLIS = 15_000;

/** Counts what arrives for as long as this process runs: what it leases, or all of it. */
export function startAggregating(
  {
    gatherMillis = GATHER_MILLIS,
    leases,
    stuckMillis = STUCK_MILLIS,
    ...aggregation
  }: Omit<Aggregation, "isOwn"> & { gatherMillis?: number; leases?: PartitionLeases; stuckMillis?: number },
  report: AggregatingLog,
): Counting {
  const { log } = aggregation;
  const memory = aggregation.memory ?? new SourceMemory();
  const announcer = new Announcer(aggregation.services);
  const stopping = new AbortController();
  const isOwn = leases === undefined ? () => true : leasedOrStuck(leases, stuckMillis);
  let trimmedAt = performance.now();
  let counted = 0;

  async function round(): Promise<void> {
    const began = performance.now();
    await (aggregation.mayCount?.() === false ? leases?.release() : leases?.renew());
    const { entries, failures, changed } = await aggregate({ ...aggregation, memory, isOwn });
    announcer.changed(changed);
    counted += entries;
    const took = performance.now() - began;
    for (const failure of failures) report.failed(failure);
    memory.forgetOld();
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
    takeCounted() {
      const taken = counted;
      counted = 0;
      return taken;
    },
    async stop() {
      stopping.abort();
      announcer.close();
      await running;
      await leases?.release();
    },
  };
}

function leasedOrStuck(
  leases: PartitionLeases,
  stuckMillis: number,
): (partition: number, position: number) => boolean {
  const seen = new Map<number, { position: number; since: number }>();
  return (partition, position) => {
    if (leases.held.has(partition)) return true;
    const now = performance.now();
    const before = seen.get(partition);
    const isStuck = before?.position === position && now - before.since >= stuckMillis;
    if (isStuck || before?.position !== position) seen.set(partition, { position, since: now });
    return isStuck;
  };
}
