import { SourceWatch } from "@headroom/core";
import type { Election, JointState, SourceState, TargetState, TwinJob, TwinPlace } from "@headroom/core";

/** What sources and targets of a partition's services and runs said last. */
export interface PartitionMemory {
  ofOwner(id: string): OwnerMemory;
  /** What this process has read from them, whether or not it counts them. Another process may have read more. */
  watchOf(id: string): SourceWatch;
}

export interface OwnerMemory {
  readonly sources: Map<string, SourceState>;
  readonly targets: Map<string, TargetState>;
  /** The replicas that are counted. */
  readonly elections: Map<string, Election>;
  /** Jobs and processes whose requests have several names. */
  readonly twins: Map<string, TwinJob | TwinPlace>;
  /** Labels that a process counts in two metrics. */
  readonly joints: Map<string, JointState>;
  /** Sources that aren't in the database, because they are known without their replica or count under another name. */
  readonly absent: Set<string>;
}

interface Kept {
  position: number;
  /** Left in the database by whoever moved the position there. */
  mark: string;
  since: number;
  memory: Memory;
}

/** About 700 bytes each. */
const MAX_STATES = 50_000;
/** Sources are forgotten after hours of silence. What is remembered here must never be older than that. */
const KEEP_MILLIS = 600_000;
/** Of services and runs: those that were heard last. */
const MAX_WATCHES = 100;

/**
 * What this process knows from counting a partition, so that it doesn't read what it has just written. It is right only if nobody
 * else has moved the position since, and if the transaction was committed: `take` removes it, and only `keep` puts it back.
 */
export class SourceMemory {
  readonly #partitions = new Map<number, Kept>();
  readonly #watches = new Map<string, SourceWatch>();
  readonly #maxStates: number;
  readonly #now: () => number;

  constructor({ maxStates = MAX_STATES, now = () => performance.now() } = {}) {
    this.#maxStates = maxStates;
    this.#now = now;
  }

  /** `mark`: of whoever moved the position to `from`. */
  take(partition: number, { from, mark }: { from: number; mark: string | null }): Taken {
    const kept = this.#partitions.get(partition);
    this.#partitions.delete(partition);
    const now = this.#now();
    const isRight = kept?.position === from && kept.mark === mark && now - kept.since < KEEP_MILLIS;
    return isRight
      ? { memory: kept.memory, since: kept.since }
      : { memory: new Memory(this.#watches), since: now };
  }

  /** After the commit that moved the position `to` where it is now, with this mark. */
  keep(partition: number, { memory, since }: Taken, { to, mark }: { to: number; mark: string }): void {
    if (memory.size > 0) this.#partitions.set(partition, { position: to, mark, since, memory });
    let size = 0;
    for (const [at, kept] of [...this.#partitions].reverse()) {
      size += kept.memory.size;
      if (size > this.#maxStates) this.#partitions.delete(at);
    }
  }

  /** What is too old to be right is in the way until its partition is counted again, which may be never. */
  forgetOld(): void {
    for (const [partition, { since }] of this.#partitions)
      if (this.#now() - since >= KEEP_MILLIS) this.#partitions.delete(partition);
  }
}

interface Taken {
  memory: Memory;
  since: number;
}

class Memory implements PartitionMemory {
  readonly #owners = new Map<string, OwnerMemory>();
  readonly #watches: Map<string, SourceWatch>;

  constructor(watches: Map<string, SourceWatch>) {
    this.#watches = watches;
  }

  watchOf(id: string): SourceWatch {
    const watch = this.#watches.get(id) ?? new SourceWatch();
    this.#watches.delete(id);
    this.#watches.set(id, watch);
    const [oldest] = this.#watches.keys();
    if (this.#watches.size > MAX_WATCHES && oldest !== undefined) this.#watches.delete(oldest);
    return watch;
  }

  ofOwner(id: string): OwnerMemory {
    const known = this.#owners.get(id) ?? {
      sources: new Map(),
      targets: new Map(),
      elections: new Map(),
      twins: new Map(),
      joints: new Map(),
      absent: new Set(),
    };
    this.#owners.set(id, known);
    return known;
  }

  get size(): number {
    return [...this.#owners.values()].reduce(
      (sum, { sources, targets, elections, twins, joints, absent }) =>
        sum + sources.size + targets.size + elections.size + twins.size + joints.size + absent.size,
      0,
    );
  }
}
