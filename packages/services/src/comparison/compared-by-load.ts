import { comparedName, compareRamps, JUDGING_POLICY, rampWords } from "@headroom/core";
import type { LabelRow, MetricRow, RunComparison } from "@headroom/contract";
import type { WorkspaceTx } from "@headroom/db";
import { heldAnswers, rampShape, readGaugeTurns } from "../run/load/ramp-answer.ts";
import type { SideRun } from "./read-noise.ts";
import { comparedRamp, isSameLoad, readAskedTargets } from "./run-load.ts";
import type { RunLoad } from "./run-load.ts";

interface ByLoadInput {
  sides: readonly SideRun[];
  reference: number;
  loads: ReadonlyMap<string, RunLoad>;
}

/** Runs that are compared by how much load they hold. Null: the reference isn't a ramp, or no other run is one of its kind. */
export async function readComparedRamps(
  tx: WorkspaceTx,
  { sides, reference, loads }: ByLoadInput,
): Promise<RunComparison["ramps"]> {
  const rampOf = (side: SideRun | undefined) =>
    side === undefined ? null : (loads.get(side.compared.id)?.ramp ?? null);
  const face = rampOf(sides[reference]);
  if (face === null) return null;
  const found = sides.flatMap((side, run) => {
    const ramp = rampOf(side);
    return ramp !== null && isSameLoad(face, ramp) ? [{ run, side, ramp }] : [];
  });
  if (found.length < 2) return null;
  const asked = await readAskedTargets(
    tx,
    found.map(({ side }) => side),
  );
  const first = comparedRamp(face, asked);
  const runs: NonNullable<RunComparison["ramps"]>["runs"] = [];
  const words: string[] = [];
  for (const { run, side, ramp } of found) {
    const { run: stored } = side.read;
    const { capacity, levels } = ramp;
    const compared = comparedRamp(ramp, asked);
    const held = compared.held.map(({ target, held: load }) => [target, load] as const);
    runs.push({
      run,
      ramp: {
        load: levels.of,
        ...rampShape(stored, capacity),
        targets: heldAnswers(held),
        gauges: await readGaugeTurns(tx, stored, { capacity, of: levels.of }),
      },
    });
    if (run === reference) continue;
    const all = sides.map(({ compared: one }) => one);
    const names = [sides[reference]?.compared ?? side.compared, side.compared].map((one) =>
      comparedName(one, all),
    );
    const changes = compareRamps({ before: first, after: compared }, JUDGING_POLICY.detect);
    words.push(...changes.map(({ figure }) => rampWords(figure, [names[0] ?? "", names[1] ?? ""])));
  }
  return { runs, words };
}

/** Which runs aren't compared with the reference as a whole, because one of the two is a ramp. */
export function runsByLoad({ sides, reference, loads }: ByLoadInput): ReadonlySet<number> {
  const isRamp = (side: SideRun | undefined) =>
    side !== undefined && loads.get(side.compared.id)?.shape?.kind === "ramp";
  const all = sides.flatMap((side, run) => (isRamp(side) || isRamp(sides[reference]) ? [run] : []));
  return new Set(all);
}

/** Figures of a ramp are of all of its loads together, so a difference between them is no change. */
export function withoutChanges(rows: readonly MetricRow[], byLoad: ReadonlySet<number>): MetricRow[] {
  return rows.map((row) => ({
    ...row,
    changes: row.changes.map((change, run) => (byLoad.has(run) ? null : change)),
  }));
}

export function labelsWithoutChanges(rows: readonly LabelRow[], byLoad: ReadonlySet<number>): LabelRow[] {
  return rows.map((row) => ({
    ...row,
    metrics: withoutChanges(row.metrics, byLoad),
    worst: row.worst !== null && byLoad.has(row.worst.run) ? null : row.worst,
  }));
}
