import { ALL_LABEL, emptyCell, Sketch } from "@headroom/core";
import type { Cell } from "@headroom/core";
import { addTrafficSeries, findTrafficSeries, writeTrafficCells } from "@headroom/db";
import type { Database } from "@headroom/db";
import { TrafficIntake } from "../traffic/traffic-intake.ts";
import type { Importing } from "./importing.ts";

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

/** A service that has live traffic and no runs. Returns its ID. */
export async function addTrafficService(
  world: Importing,
  name: string,
  heard: { heardAt: Date; lastAt?: Date },
): Promise<string> {
  const { id: serviceId } = await new TrafficIntake(world.log).serviceOf(world.ci, name);
  const { workspaceId } = world.home;
  await world.inHome((tx) => tx.prisma.traffic.create({ data: { serviceId, workspaceId, ...heard } }));
  return serviceId;
}

/** Writes traffic as it is stored once it has been added up, however old it is. */
export async function storeTraffic(
  db: Database,
  { workspaceId, serviceId }: { workspaceId: string; serviceId: string },
  stretches: readonly StoredStretch[],
): Promise<void> {
  for (const [label, own] of Map.groupBy(stretches, (one) => one.label ?? ALL_LABEL)) {
    const name = { kind: "requests", label, unit: null } as const;
    const [series] = await db.inWorkspace(workspaceId, async (tx) => {
      await addTrafficSeries(tx, serviceId, [name]);
      return findTrafficSeries(tx, serviceId, [name]);
    });
    const seriesId = series?.id;
    if (typeof seriesId !== "number") throw new RangeError("A series was just added.");
    const minutes = own.flatMap((one) => {
      const cell = cellOf(one, 10);
      return Array.from({ length: 10 }, (_, minute) => ({
        seriesId,
        second: one.second + minute * 60,
        cell,
      }));
    });
    const whole = own.map((one) => ({ seriesId, second: one.second, cell: cellOf(one, 1) }));
    await db.asJobs(async (tx) => {
      await writeTrafficCells(tx, 60, minutes);
      await writeTrafficCells(tx, 600, whole);
    });
  }
}

const CELLS = new Map<string, Cell>();

/** The same cell for stretches that differ only in their time or label. */
function cellOf({ second: _when, label: _whose, ...counts }: StoredStretch, parts: number): Cell {
  const key = JSON.stringify([counts, parts]);
  const cell = CELLS.get(key) ?? makeCell(counts, parts);
  CELLS.set(key, cell);
  return cell;
}

type Counts = Omit<StoredStretch, "second" | "label">;

function makeCell({ requests, errors = 0, slow = 0, withoutOutcome = 0 }: Counts, parts: number): Cell {
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
