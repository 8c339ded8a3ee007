import { mergeAllCells } from "@headroom/core";
import type { Cell } from "@headroom/core";

export interface SecondCell<Key> {
  key: Key;
  /** Epoch seconds. */
  second: number;
  cell: Cell;
}

/** Gathers cells by what they belong to and their second. */
export class SecondCells<Key> {
  readonly #cells = new Map<Key, Map<number, Cell[]>>();

  add(key: Key, second: number, cell: Cell): void {
    let seconds = this.#cells.get(key);
    if (seconds === undefined) {
      seconds = new Map();
      this.#cells.set(key, seconds);
    }
    const known = seconds.get(second);
    if (known === undefined) seconds.set(second, [cell]);
    else known.push(cell);
  }

  /** One cell for each key and second. */
  merged(): SecondCell<Key>[] {
    return [...this.#cells].flatMap(([key, seconds]) =>
      [...seconds].map(([second, cells]) => ({ key, second, cell: mergedOf(cells) })),
    );
  }
}

/** Most seconds of a label have one cell, and nobody changes it. */
function mergedOf(cells: readonly Cell[]): Cell {
  const [only] = cells;
  return cells.length === 1 && only !== undefined ? only : mergeAllCells(cells);
}
