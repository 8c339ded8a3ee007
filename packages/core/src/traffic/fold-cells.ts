import { emptyCell, mergeAllCells, withoutOutcome } from "../cell/cell.ts";
import type { Cell } from "../cell/cell.ts";
import { HeadroomError } from "../problem.ts";
import { Sketch } from "../sketch/sketch.ts";
import { MAX_LATENCY_MICROS } from "./counted.ts";
import type { CountedBetween } from "./counted.ts";
import type { MappedSeries } from "./map-series.ts";
import { spread } from "./spread.ts";

type RequestSeries = Extract<MappedSeries, { kind: "requests" }>;

/** Requests that a source says happened in one second. */
export interface FoldedCell {
  rule: string;
  label: string;
  second: number;
  cell: Cell;
}

interface OpenCell {
  rule: string;
  label: string;
  second: number;
  all: Sketch;
  failed: Sketch | null;
  withoutOutcome: number;
  others: Cell[];
}

const MAX_SECONDS = 500_000;

/** Gathers the requests of a body by rule, label and second. */
export class CellFold {
  readonly #cells = new Map<string, OpenCell>();
  /** A series' values are mostly of the second that its last one was of. */
  readonly #latest = new Map<RequestSeries, OpenCell>();
  #seconds = 0;

  /** The latency of one request. */
  take(mapped: RequestSeries, atMicros: number, micros: number): void {
    const cell = this.#cellOf(mapped, Math.floor(atMicros / 1e6));
    const latency = Math.min(Math.round(micros), MAX_LATENCY_MICROS);
    cell.all.add(latency);
    if (mapped.failed === null) cell.withoutOutcome += 1;
    if (!mapped.failed) return;
    cell.failed ??= new Sketch();
    cell.failed.add(latency);
  }

  /** `key`: of the source. */
  spread(mapped: RequestSeries, key: string, counted: CountedBetween): void {
    for (const { second, cell } of spread(counted, mapped.failed, phaseOf(key, counted.toMicros)))
      this.#cellOf(mapped, second).others.push(cell);
    this.#seconds += 1 + (counted.toMicros - counted.fromMicros) / 1e6;
    if (this.#seconds <= MAX_SECONDS) return;
    throw new HeadroomError("batch-too-large", "The body covers too many seconds of too many series.", {
      hint: "Send fewer series or shorter intervals in one request.",
    });
  }

  finish(): FoldedCell[] {
    return [...this.#cells.values()].map(closed);
  }

  #cellOf(mapped: RequestSeries, second: number): OpenCell {
    const latest = this.#latest.get(mapped);
    if (latest?.second === second) return latest;
    const cell = this.#openCell(mapped, second);
    this.#latest.set(mapped, cell);
    return cell;
  }

  #openCell({ rule, label }: RequestSeries, second: number): OpenCell {
    const key = `${second} ${rule} ${label}`;
    let cell = this.#cells.get(key);
    if (cell === undefined) {
      cell = { rule, label, second, all: new Sketch(), failed: null, withoutOutcome: 0, others: [] };
      this.#cells.set(key, cell);
    }
    return cell;
  }
}

/** From 0 to 1, the same whenever the same is spread again. */
export function phaseOf(key: string, atMicros: number): number {
  let hash = (atMicros % 4_294_967_291) | 0;
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x0100_0193);
  return (hash >>> 0) / 2 ** 32;
}

function closed({ rule, label, second, all, failed, others, ...cell }: OpenCell): FoldedCell {
  const own: Cell = {
    ...emptyCell(),
    requests: all.count,
    errors: failed?.count ?? 0,
    ...withoutOutcome(cell.withoutOutcome),
    items: all.count,
    sumMicros: all.count === 0 ? null : all.sum,
    minMicros: all.min,
    maxMicros: all.max,
    distribution: { kind: "sketch", all, failed },
  };
  return { rule, label, second, cell: others.length === 0 ? own : mergeAllCells([own, ...others]) };
}
