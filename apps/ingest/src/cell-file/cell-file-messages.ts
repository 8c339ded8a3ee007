import type { AbsentFigure } from "@headroom/core";
import type { CellFileAbout } from "@headroom/contract";
import type { ExportedCell } from "@headroom/services";

/** What a thread writes. */
export interface CellFileOrder {
  about: CellFileAbout;
  absent: readonly AbsentFigure[];
}

/** Each gets one answer: the bytes of the file that are complete by then, if any. */
export type ToCellFileWorker = { kind: "cells"; cells: readonly ExportedCell[] } | { kind: "end" };

export type FromCellFileWorker =
  | { kind: "bytes"; bytes: Uint8Array<ArrayBuffer> }
  | { kind: "failed"; message: string };
