import { decodeCell, encodeCells, HeadroomError, Sketch } from "@headroom/core";
import type {
  Cell,
  CellColumns,
  ErrorCode,
  HostTotals,
  LabelTotals,
  ParseReport,
  ReadRun,
  RunTotals,
} from "@headroom/core";

/** A parsed run as it passes between threads: class instances can't, so cells are encoded. */
export interface PackedRun {
  report: ParseReport;
  totals: PackedTotals | null;
}

interface PackedTotals extends Omit<RunTotals, "all" | "labels" | "hosts"> {
  hosts: (Omit<HostTotals, "latencies"> & { sketch: Uint8Array })[];
  labels: Omit<LabelTotals, "total">[];
  /** For all requests, then for each label. */
  cells: CellColumns;
}

export function packRun({ report, totals }: ReadRun): PackedRun {
  if (totals === null) return { report, totals: null };
  const { all, labels, hosts, ...rest } = totals;
  return {
    report,
    totals: {
      ...rest,
      hosts: hosts.map(({ latencies, ...host }) => ({ ...host, sketch: latencies.encode() })),
      labels: labels.map(({ total: _packed, ...label }) => label),
      cells: encodeCells([all, ...labels.map(({ total }) => total)].map(rowOf)),
    },
  };
}

export function unpackRun({ report, totals }: PackedRun): ReadRun {
  if (totals === null) return { report, totals: null };
  const { cells, labels, hosts, ...rest } = totals;
  if (cells.length !== labels.length + 1) throw new Error("a run was packed without all of its totals");
  return {
    report,
    totals: {
      ...rest,
      hosts: hosts.map(({ sketch, ...host }) => ({ ...host, latencies: Sketch.decode(sketch) })),
      all: decodeCell(cells, 0),
      labels: labels.map((label, at) => ({
        ...label,
        // Decoded on demand: the cells of 20,000 labels are 40 MB, and nobody needs all of them at once.
        get total() {
          return decodeCell(cells, at + 1);
        },
      })),
    },
  };
}

function rowOf(cell: Cell) {
  return { label: 0, stepSeconds: 600, offsetSeconds: 0, piece: 0, cell } as const;
}

/** An error on its way to another thread; `code` null: it isn't one of ours. */
export interface PackedProblem {
  code: ErrorCode | null;
  message: string;
  hint: string | null;
  field: string | null;
  line: number | null;
  byte: number | null;
}

export function packProblem(error: unknown): PackedProblem {
  if (error instanceof HeadroomError) {
    const { code, message, hint, field, line, byte } = error;
    return { code, message, hint, field, line, byte };
  }
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { code: null, message, hint: null, field: null, line: null, byte: null };
}

export function unpackProblem({ code, message, ...where }: PackedProblem): Error {
  if (code === null) return new Error(`parsing failed: ${message}`);
  const said = Object.entries(where).filter(([, value]) => value !== null);
  return new HeadroomError(code, message, Object.fromEntries(said));
}
