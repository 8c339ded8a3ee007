import { ALL_LABEL, storableLabel } from "@headroom/core";
import type { Cell, LabelKind } from "@headroom/core";
import { ADDED_UP, SENT } from "@headroom/db";
import type { WriterFold } from "./writer-fold.ts";

/** Whatever a run's labels may be called, a row of the index holds it. */
const LABEL_LENGTH = 500;
/** What an offset is stored in. */
const FARTHEST_SECONDS = 2 ** 31 - 1;

export interface CellGroup {
  label: string;
  labelKind: LabelKind;
  stepSeconds: number;
  offsetSeconds: number;
  piece: number;
  cells: Cell[];
}

/** What a writer sent in this round, by label and step; all requests are added up where it doesn't send them itself. */
export function groupsOf({ batches, sendsAll }: WriterFold, origin: number): CellGroup[] {
  const groups = new Map<string, CellGroup>();
  const gather = (group: Omit<CellGroup, "cells">, cell: Cell) => {
    const { label, labelKind, stepSeconds, offsetSeconds, piece } = group;
    const key = `${piece} ${stepSeconds} ${offsetSeconds} ${labelKind} ${label}`;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, { ...group, cells: [cell] });
    else known.cells.push(cell);
  };
  for (const { cells, labels, read } of batches) {
    for (const [at, { label, step, second }] of cells.entries()) {
      const cell = read[at];
      if (cell === undefined) continue;
      const place = { stepSeconds: step, offsetSeconds: offsetOf(second, step, origin) };
      const named = label === null ? undefined : labels[label];
      if (named === undefined)
        gather({ label: ALL_LABEL, labelKind: "request", ...place, piece: SENT }, cell);
      else {
        const name = storableLabel(named.name, LABEL_LENGTH);
        gather({ label: name, labelKind: named.kind, ...place, piece: SENT }, cell);
        if (!sendsAll && named.kind === "request")
          gather({ label: ALL_LABEL, labelKind: "request", ...place, piece: ADDED_UP }, cell);
      }
    }
  }
  return [...groups.values()];
}

/** On the run's grid; what is too far away for a run is left out when the run is finished, with a warning. */
function offsetOf(second: number, step: number, origin: number): number {
  const offset = Math.floor((second - origin) / step) * step;
  return Math.max(-FARTHEST_SECONDS, Math.min(FARTHEST_SECONDS, offset));
}
