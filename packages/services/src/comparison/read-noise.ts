import { atMixOf, bucketNoise, sliceRun, toldNoise } from "@headroom/core";
import type { LabelledRun, RunNoise, SlicedRun } from "@headroom/core";
import { readSlices } from "@headroom/db";
import type { ComparedRunRead, LabelName, Slices, WorkspaceTx } from "@headroom/db";
import type { ComparedRun } from "@headroom/contract";
import type { ComparisonEngine } from "./engine.ts";

export interface SideRun {
  read: ComparedRunRead;
  compared: ComparedRun;
}

/** How to get a transaction: one that is open already, or a short one for each read while work continues in between. */
export type InTransaction = <T>(work: (tx: WorkspaceTx) => Promise<T>) => Promise<T>;

/** The noise of runs and their labels, each computed once however many pairs need it. */
export class NoiseReader {
  readonly #known = new Map<string, Promise<RunNoise>>();
  readonly #inTransaction: InTransaction;
  readonly #engine: ComparisonEngine;
  #reading: Promise<unknown> = Promise.resolve();

  constructor(inTransaction: InTransaction, engine: ComparisonEngine) {
    this.#inTransaction = inTransaction;
    this.#engine = engine;
  }

  /** `label` null: all requests of the judged window. */
  of(run: SideRun, label: LabelName | null): Promise<RunNoise> {
    const key = `${run.compared.id} ${label === null ? "" : `${label.kind} ${label.name}`}`;
    const known = this.#known.get(key) ?? this.#workOut(run, label);
    this.#known.set(key, known);
    return known;
  }

  /** All requests of the judged window, as they would be at the mix of another run. Null: that isn't known. */
  async atMixOf(reference: SideRun, run: SideRun, labels: readonly LabelName[]): Promise<RunNoise | null> {
    const other = await this.#labelled(reference, labels);
    const own = await this.#labelled(run, labels);
    const mixed = own === null || other === null ? null : atMixOf(other, own);
    if (mixed === null) return null;
    const noise = await this.#engine.resample(mixed);
    const { errors, requests } = noise;
    return {
      ...noise,
      requests: Math.round(requests),
      errors: errors === null ? null : Math.round(errors),
    };
  }

  async #labelled(run: SideRun, labels: readonly LabelName[]): Promise<LabelledRun | null> {
    if (!run.read.hasTimeline || labels.length === 0) return null;
    const found = await this.#slicesOf(run, [null, ...labels], 0);
    const widest = Math.max(...(found ?? []).map(({ sliceSeconds }) => sliceSeconds));
    const isEven = found?.every(({ sliceSeconds }) => sliceSeconds === widest);
    const even = isEven === false ? await this.#slicesOf(run, [null, ...labels], widest) : found;
    const [whole, ...parts] = (even ?? []).map((slices) => sliced(run, slices));
    return whole && parts.every((one) => one !== null) ? { whole, labels: parts } : null;
  }

  /** Of the whole judged window, in slices of at least so many seconds. */
  async #slicesOf(
    { compared }: SideRun,
    labels: readonly (LabelName | null)[],
    wholeIn: number,
  ): Promise<Slices[] | null> {
    const { fromSeconds, toSeconds } = compared.window;
    const found: Slices[] = [];
    for (const label of labels) {
      const slices = await this.#inTurn((tx) =>
        readSlices(tx, { runId: compared.id, label, fromSeconds, toSeconds, wholeIn }),
      );
      if (slices === null) return null;
      found.push(slices);
    }
    return found;
  }

  async #workOut({ read, compared }: SideRun, label: LabelName | null): Promise<RunNoise> {
    const { fromSeconds, toSeconds } = compared.window;
    const { requests } = compared.summary;
    const errors = errorsOf(compared);
    const told = (code: "no-time-series" | "only-totals" | "no-samples") =>
      toldNoise({ requests: requests ?? 0, errors: label === null ? errors : null, doubt: { code } });
    if (!read.hasTimeline) return told("no-time-series");
    const slices = await this.#inTurn((tx) =>
      readSlices(tx, { runId: compared.id, label, fromSeconds, toSeconds }),
    );
    if (slices === null) return told("only-totals");
    const found = sliced({ read, compared }, slices);
    if (found !== null) return this.#engine.resample(found);
    const errorsTold = errorsOf(compared) !== null;
    return bucketNoise(slices.cells, { sliceSeconds: slices.sliceSeconds, errorsTold }) ?? told("no-samples");
  }

  /** One read after another, as they may share a connection. The engine works meanwhile. */
  #inTurn<T>(read: (tx: WorkspaceTx) => Promise<T>): Promise<T> {
    const before = this.#reading;
    const turn = (async () => {
      await before.catch(() => undefined);
      return this.#inTransaction(read);
    })();
    this.#reading = turn;
    return turn;
  }
}

/** Errors of which some are left out say nothing about how two runs differ. */
function errorsOf({ summary }: ComparedRun): number | null {
  return summary.errorsAtLeast === true ? null : summary.errors;
}

function sliced({ read, compared }: SideRun, { sliceSeconds, cells }: Slices): SlicedRun | null {
  const { resolutionMicros } = read;
  return sliceRun(cells, { sliceSeconds, resolutionMicros, errorsTold: errorsOf(compared) !== null });
}
