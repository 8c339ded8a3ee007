import { ALL_LABEL, emptyCell, Sketch } from "@headroom/core";
import type { Cell } from "@headroom/core";
import { addTrafficSeries, findTrafficSeries, writeTrafficCells } from "@headroom/db";
import type { Database } from "@headroom/db";

/** Ten minutes of a label's traffic, evenly over its minutes: multiples of ten. */
export interface StoredStretch {
  second: number;
  requests: number;
  errors?: number;
  /** Took a second; the others took 20 ms. */
  slow?: number;
  /** Of so many, nobody knows whether they failed. */
  withoutOutcome?: number;
  label?: string;
}

/** Writes traffic as it is stored once it has been added up, however old it is. */
export async function storeTraffic(
  db: Database,
  { workspaceId, serviceId }: { workspaceId: string; serviceId: string },
  stretches: readonly StoredStretch[],
): Promise<void> {
  for (const [label, own] of Map.groupBy(stretches, (one) => one.label ?? ALL_LABEL)) {
    const name = { kind: "requests", label, unit: null } as const;
    const [seriesId] = await db.inWorkspace(workspaceId, async (tx) => {
      await addTrafficSeries(tx, serviceId, [name]);
      return findTrafficSeries(tx, serviceId, [name]);
    });
    if (typeof seriesId !== "number") throw new RangeError("A series was just added.");
    const minutes = own.flatMap((one) =>
      Array.from({ length: 10 }, (_, minute) => ({
        seriesId,
        second: one.second + minute * 60,
        cell: cellOf(one, 10),
      })),
    );
    const whole = own.map((one) => ({ seriesId, second: one.second, cell: cellOf(one, 1) }));
    await db.asJobs(async (tx) => {
      await writeTrafficCells(tx, 60, minutes);
      await writeTrafficCells(tx, 600, whole);
    });
  }
}

function cellOf({ requests, errors = 0, slow = 0, withoutOutcome = 0 }: StoredStretch, parts: number): Cell {
  const times = (count: number, micros: number) => Array.from({ length: count / parts }, () => micros);
  const all = Sketch.of([...times(slow, 1_000_000), ...times(requests - slow, 20_000)]);
  return {
    ...emptyCell(),
    requests: requests / parts,
    errors: errors / parts,
    ...(withoutOutcome === 0 ? {} : { withoutOutcome: withoutOutcome / parts }),
    sumMicros: all.sum,
    minMicros: all.min,
    maxMicros: all.max,
    distribution: {
      kind: "sketch",
      all,
      failed: errors === 0 ? null : Sketch.of(times(errors, 20_000)),
    },
  };
}
