import {
  decodeElection,
  decodeJoint,
  decodeSourceState,
  decodeTargetState,
  decodeTwins,
  encodeElection,
  encodeJoint,
  encodeSourceState,
  encodeTargetState,
  encodeTwins,
} from "@headroom/core";
import type {
  Election,
  FoldedReading,
  JointState,
  SourceState,
  TargetState,
  TwinJob,
  TwinPlace,
} from "@headroom/core";
import { dropMetricSources, readMetricSources, writeMetricSources } from "@headroom/db";
import type { MetricsOwner, MetricSourceRow, WorkspaceTx } from "@headroom/db";
import { inPieces } from "../live/in-pieces.ts";
import type { OwnerMemory, PartitionMemory } from "./source-memory.ts";

/** What the sources of some readings, their targets and replicas said last; and what they say now. */
export class SourceStates {
  readonly #known: OwnerMemory;
  /** By key: with its target. */
  readonly #movedSources = new Map<string, string | null>();
  readonly #movedTargets = new Set<string>();
  readonly #movedElections = new Set<string>();
  readonly #movedTwins = new Set<string>();
  readonly #movedJoints = new Set<string>();
  readonly #dropped = new Set<string>();

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
    const unknown = await unknownOf(known, readings);
    const { sources, targets, elections, twins, joints } = unknown;
    const keys = [...sources, ...targets, ...elections, ...twins, ...joints];
    const stored = await readMetricSources(tx, owner, keys);
    await inPieces(stored, ([key, state]) => {
      if (targets.has(key)) known.targets.set(key, decodeTargetState(state));
      else if (elections.has(key)) known.elections.set(key, decodeElection(state));
      else if (twins.has(key)) known.twins.set(key, decodeTwins(state));
      else if (joints.has(key)) known.joints.set(key, decodeJoint(state));
      else known.sources.set(key, decodeSourceState(state));
    });
    for (const key of unknown.former) if (!stored.has(key)) known.absent.add(key);
    return new SourceStates(known);
  }

  /** Null: it wasn't known. */
  source(key: string): SourceState | null {
    return this.#known.sources.get(key) ?? null;
  }

  target(key: string): TargetState | null {
    return this.#known.targets.get(key) ?? null;
  }

  election(key: string): Election | null {
    return this.#known.elections.get(key) ?? null;
  }

  twinJob(key: string): TwinJob | null {
    const known = this.#known.twins.get(key);
    return known !== undefined && "heardMicros" in known ? known : null;
  }

  twinPlace(key: string): TwinPlace | null {
    const known = this.#known.twins.get(key);
    return known !== undefined && "rule" in known ? known : null;
  }

  joint(key: string): JointState | null {
    return this.#known.joints.get(key) ?? null;
  }

  moveSource({ key, target }: Pick<FoldedReading, "key" | "target">, state: SourceState): void {
    this.#known.sources.set(key, state);
    this.#known.absent.delete(key);
    this.#movedSources.set(key, target);
    this.#dropped.delete(key);
  }

  moveTarget(key: string, state: TargetState): void {
    this.#known.targets.set(key, state);
    this.#movedTargets.add(key);
  }

  moveElection(key: string, election: Election): void {
    this.#known.elections.set(key, election);
    this.#movedElections.add(key);
  }

  moveTwin(key: string, state: TwinJob | TwinPlace): void {
    this.#known.twins.set(key, state);
    this.#movedTwins.add(key);
  }

  moveJoint(key: string, state: JointState): void {
    this.#known.joints.set(key, state);
    this.#movedJoints.add(key);
  }

  /** It is known by another key now. */
  dropSource(key: string): void {
    if (!this.#known.sources.delete(key)) return;
    this.#known.absent.add(key);
    this.#movedSources.delete(key);
    this.#dropped.add(key);
  }

  async write(tx: WorkspaceTx, owner: MetricsOwner, heardAt: Date): Promise<void> {
    const { sources, targets, elections, twins, joints } = this.#known;
    const rows: MetricSourceRow[] = [];
    await inPieces(this.#movedSources, ([key, target]) => {
      const state = sources.get(key);
      if (state !== undefined) rows.push({ key, target, state: encodeSourceState(state) });
    });
    await inPieces(this.#movedTargets, (key) => {
      const state = targets.get(key);
      if (state !== undefined) rows.push({ key, target: null, state: encodeTargetState(state) });
    });
    await inPieces(this.#movedElections, (key) => {
      const election = elections.get(key);
      if (election !== undefined) rows.push({ key, target: null, state: encodeElection(election) });
    });
    await inPieces(this.#movedTwins, (key) => {
      const state = twins.get(key);
      if (state !== undefined) rows.push({ key, target: null, state: encodeTwins(state) });
    });
    await inPieces(this.#movedJoints, (key) => {
      const state = joints.get(key);
      if (state !== undefined) rows.push({ key, target: null, state: encodeJoint(state) });
    });
    await dropMetricSources(tx, owner, [...this.#dropped]);
    await writeMetricSources(tx, owner, rows, heardAt);
  }
}

function addUnknown(
  unknown: Set<string>,
  known: ReadonlyMap<string, unknown>,
  keys: readonly string[],
): void {
  for (const key of keys) if (!known.has(key)) unknown.add(key);
}

interface Unknown {
  sources: Set<string>;
  targets: Set<string>;
  elections: Set<string>;
  twins: Set<string>;
  joints: Set<string>;
  /** Sources that may be known without their replica, or count under another name. */
  former: Set<string>;
}

async function unknownOf(known: OwnerMemory, readings: readonly FoldedReading[]): Promise<Unknown> {
  const unknown = {
    sources: new Set<string>(),
    targets: new Set<string>(),
    elections: new Set<string>(),
    twins: new Set<string>(),
    joints: new Set<string>(),
    former: new Set<string>(),
  };
  await inPieces(readings, ({ key, target, replica, twin, joint }) => {
    if (joint !== undefined) addUnknown(unknown.joints, known.joints, [joint]);
    if (!known.sources.has(key) && !known.absent.has(key)) {
      unknown.sources.add(key);
      if (replica !== undefined || twin !== undefined) unknown.former.add(key);
    }
    if (twin !== undefined) addUnknown(unknown.twins, known.twins, [twin.job, twin.place]);
    if (target !== null && !known.targets.has(target)) unknown.targets.add(target);
    if (replica === undefined) return;
    addUnknown(unknown.sources, known.sources, [replica.bare]);
    addUnknown(unknown.elections, known.elections, [replica.group]);
  });
  return unknown;
}
