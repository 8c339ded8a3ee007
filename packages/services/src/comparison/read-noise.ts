import { sliceRun, toldNoise } from "@headroom/core";
import type { RunNoise } from "@headroom/core";
import { readSlices } from "@headroom/db";
import type { ComparedRunRead, LabelName, WorkspaceTx } from "@headroom/db";
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

  async #workOut({ read, compared }: SideRun, label: LabelName | null): Promise<RunNoise> {
    const { fromSeconds, toSeconds } = compared.window;
    const { requests } = compared.summary;
    // Errors of which some are left out say nothing about how two runs differ.
    const errors = compared.summary.errorsAtLeast === true ? null : compared.summary.errors;
    const told = (code: "no-time-series" | "only-totals" | "no-samples") =>
      toldNoise({ requests: requests ?? 0, errors: label === null ? errors : null, doubt: { code } });
    if (!read.hasTimeline) return told("no-time-series");
    const slices = await this.#inTurn((tx) =>
      readSlices(tx, { runId: compared.id, label, fromSeconds, toSeconds }),
    );
    if (slices === null) return told("only-totals");
    const { sliceSeconds, cells } = slices;
    const sliced = sliceRun(cells, {
      sliceSeconds,
      resolutionMicros: read.resolutionMicros,
      errorsTold: errors !== null,
    });
    return sliced === null ? told("no-samples") : this.#engine.resample(sliced);
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
