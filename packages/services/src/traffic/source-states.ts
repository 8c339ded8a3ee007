import { decodeSourceState, decodeTargetState, encodeSourceState, encodeTargetState } from "@headroom/core";
import type { FoldedReading, SourceState, TargetState } from "@headroom/core";
import { readMetricSources, writeMetricSources } from "@headroom/db";
import type { MetricsOwner, MetricSourceRow, WorkspaceTx } from "@headroom/db";
import type { OwnerMemory, PartitionMemory } from "./source-memory.ts";

/** What the sources of some readings, and their targets, said last; and what they say now. */
export class SourceStates {
  readonly #known: OwnerMemory;
  /** By key: with its target. */
  readonly #movedSources = new Map<string, string | null>();
  readonly #movedTargets = new Set<string>();

  private constructor(known: OwnerMemory) {
    this.#known = known;
  }

  /** Reads those that aren't in memory. */
  static async open(
    tx: WorkspaceTx,
    owner: MetricsOwner,
    { memory, readings }: { memory: PartitionMemory; readings: readonly FoldedReading[] },
  ): Promise<SourceStates> {
    const known = memory.ofOwner(owner.id);
    const sources = new Set<string>();
    const targets = new Set<string>();
    for (const { key, target } of readings) {
      if (!known.sources.has(key)) sources.add(key);
      if (target !== null && !known.targets.has(target)) targets.add(target);
    }
    const stored = await readMetricSources(tx, owner, [...sources, ...targets]);
    for (const [key, state] of stored) {
      if (targets.has(key)) known.targets.set(key, decodeTargetState(state));
      else known.sources.set(key, decodeSourceState(state));
    }
    return new SourceStates(known);
  }

  /** Null: it wasn't known. */
  source(key: string): SourceState | null {
    return this.#known.sources.get(key) ?? null;
  }

  target(key: string): TargetState | null {
    return this.#known.targets.get(key) ?? null;
  }

  moveSource({ key, target }: Pick<FoldedReading, "key" | "target">, state: SourceState): void {
    this.#known.sources.set(key, state);
    this.#movedSources.set(key, target);
  }

  moveTarget(key: string, state: TargetState): void {
    this.#known.targets.set(key, state);
    this.#movedTargets.add(key);
  }

  async write(tx: WorkspaceTx, owner: MetricsOwner, heardAt: Date): Promise<void> {
    const rows: MetricSourceRow[] = [];
    for (const [key, target] of this.#movedSources) {
      const state = this.#known.sources.get(key);
      if (state !== undefined) rows.push({ key, target, state: encodeSourceState(state) });
    }
    for (const key of this.#movedTargets) {
      const state = this.#known.targets.get(key);
      if (state !== undefined) rows.push({ key, target: null, state: encodeTargetState(state) });
    }
    await writeMetricSources(tx, owner, rows, heardAt);
  }
}
