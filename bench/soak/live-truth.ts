import { emptyCell, encodeDistribution, mergeAllCells, seededRandom, Sketch } from "@headroom/core";
import type { Cell } from "@headroom/core";
import { lognormalMicros } from "../drawn-latencies.ts";

/** So many bodies are made beforehand. Each second a sender uses another one, so what was sent is known without keeping it. */
const BODIES = 20;
/** One request in a hundred fails. */
const FAILED_EVERY = 100;

export interface SentRequest {
  micros: number;
  hasFailed: boolean;
}

/** What senders send each second, and so what the database must have. */
export class LiveTruth {
  readonly labels: number;
  readonly #bodies: SentRequest[][][];
  readonly #cells: Cell[][];
  readonly #sent = new Map<number, number[]>();

  constructor({ labels, requests }: { labels: number; requests: number }) {
    this.labels = labels;
    const random = seededRandom(2_026);
    const draw = lognormalMicros(random, 20_000, 0.5);
    const one = () => ({ micros: draw(), hasFailed: random() < 1 / FAILED_EVERY });
    const times = <T>(length: number, make: () => T) => Array.from({ length }, make);
    this.#bodies = times(BODIES, () => times(labels, () => times(requests, one)));
    this.#cells = this.#bodies.map((body) => body.map(cellOf));
  }

  get bodies(): readonly (readonly (readonly SentRequest[])[])[] {
    return this.#bodies;
  }

  /** The cell of a label in a body. */
  cell(body: number, label: number): Cell {
    return this.#cells[body]?.[label] ?? emptyCell();
  }

  get seconds(): number[] {
    return [...this.#sent.keys()].sort((a, b) => a - b);
  }

  /** Which body a sender sends for a second: never the same as another sender's. */
  bodyOf(sender: number, second: number): number {
    return (sender + second) % BODIES;
  }

  sent(sender: number, second: number): void {
    const senders = this.#sent.get(second);
    if (senders === undefined) this.#sent.set(second, [sender]);
    else senders.push(sender);
  }

  /** What a label has of some seconds. */
  expected(label: number, seconds: readonly number[]): Cell {
    const cells = seconds.flatMap((second) =>
      (this.#sent.get(second) ?? []).map((sender) => this.cell(this.bodyOf(sender, second), label)),
    );
    return mergeAllCells(cells);
  }

  expectedOfAll(seconds: readonly number[]): Cell {
    return mergeAllCells(Array.from({ length: this.labels }, (_, label) => this.expected(label, seconds)));
  }
}

/** Without digits, which would be taken for IDs. */
export function labelName(label: number): string {
  const letter = (at: number) => String.fromCharCode(97 + (at % 26));
  return `/page-${letter(Math.floor(label / 26 / 26))}${letter(Math.floor(label / 26))}${letter(label)}`;
}

function cellOf(sent: readonly SentRequest[]): Cell {
  const failed = sent.filter(({ hasFailed }) => hasFailed);
  const all = Sketch.of(sent.map(({ micros }) => micros));
  return {
    ...emptyCell(),
    requests: all.count,
    items: all.count,
    errors: failed.length,
    sumMicros: all.sum,
    minMicros: all.min,
    maxMicros: all.max,
    distribution: {
      kind: "sketch",
      all,
      failed: failed.length === 0 ? null : Sketch.of(failed.map(({ micros }) => micros)),
    },
  };
}

/** Everything about a cell in one text: two cells are the same if their texts are. */
export function textOfCell({ distribution, ...figures }: Cell): string {
  const { all, failed } = encodeDistribution(distribution);
  const hex = (bytes: Uint8Array | null) => (bytes === null ? "none" : Buffer.from(bytes).toString("hex"));
  const { requests, errors, sumMicros, minMicros, maxMicros } = figures;
  return [requests, errors, sumMicros, minMicros, maxMicros, hex(all), hex(failed)].join(" ");
}
