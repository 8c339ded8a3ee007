import { withoutOutcome } from "@headroom/core";
import type { Cell } from "@headroom/core";
import { STORED_CELL, toCell } from "../reads/cells/stored-cell.ts";
import type { StoredCell } from "../reads/cells/stored-cell.ts";

/** A cell of live traffic as SQL gives it. */
export interface StoredTraffic extends StoredCell {
  without_outcome: number;
}

export const STORED_TRAFFIC = `${STORED_CELL}, without_outcome`;

export function toTrafficCell(stored: StoredTraffic): Cell {
  return { ...toCell(stored, 1), ...withoutOutcome(stored.without_outcome) };
}
