import { Sketch } from "@headroom/core";
import type { Cell, STEPS } from "@headroom/core";
import { writeLiveFigures } from "@headroom/contract";
import type { LiveBatchAnswer, LiveBatchInput, RunAnswer } from "@headroom/contract";
import type { Context } from "../context.ts";
import { addCells } from "../run/live/add-cells.ts";
import { finishRun } from "../run/live/finish.ts";
import { LiveIntake } from "../run/live/intake.ts";
import type { LiveLimits } from "../run/live/live-limits.ts";
import { openLiveRun } from "../run/live/open.ts";
import type { OpenLiveInput } from "../run/live/open.ts";
import type { Uploads } from "../run/import/uploads.ts";
import { TEST_IMPORT_LIMITS, TEST_WEB_URL } from "./importing.ts";
import type { Importing } from "./importing.ts";
import type { Sample } from "./sample-source.ts";

export const TEST_LIVE_LIMITS: LiveLimits = {
  ...TEST_IMPORT_LIMITS,
  batchCells: 20_000,
  writers: 100,
  writerCells: 1_000_000,
};

type WireCell = NonNullable<LiveBatchInput["cells"]>[number];

/** What a client of live runs does, without HTTP in between. */
export class LiveClient {
  readonly ctx: Context;
  readonly #importing: Importing;
  readonly #intake: LiveIntake;
  readonly #uploads: Uploads;
  readonly #limits: LiveLimits;

  constructor(
    importing: Importing,
    more: { ctx?: Context; uploads?: Uploads; limits?: Partial<LiveLimits>; rememberMillis?: number } = {},
  ) {
    this.#importing = importing;
    const { rememberMillis } = more;
    this.#intake =
      rememberMillis === undefined ? importing.intake : new LiveIntake(importing.log, { rememberMillis });
    this.ctx = more.ctx ?? importing.ci;
    this.#uploads = more.uploads ?? importing.uploads;
    this.#limits = { ...TEST_LIVE_LIMITS, ...more.limits };
  }

  async open(parameters: object = {}, more: Partial<OpenLiveInput> = {}): Promise<string> {
    const { answer } = await openLiveRun({
      ctx: this.ctx,
      uploads: this.#uploads,
      input: {
        parameters: { service: "Checkout", experiment: "Live", ...parameters },
        idempotencyKey: null,
        webUrl: TEST_WEB_URL,
        ...more,
      },
    });
    return answer.run.id;
  }

  /** Sends a batch and waits until it is counted. */
  async send(runId: string, body: LiveBatchInput | object): Promise<LiveBatchAnswer> {
    const answer = await this.sendOnly(runId, body);
    await this.#importing.counted();
    return answer;
  }

  sendOnly(runId: string, body: LiveBatchInput | object): Promise<LiveBatchAnswer> {
    const input = { runId, body, bytesIn: 100, limits: this.#limits };
    return addCells({ ctx: this.ctx, intake: this.#intake, input });
  }

  finish(runId: string, body: object = {}): Promise<RunAnswer> {
    return finishRun({
      ctx: this.ctx,
      uploads: this.#uploads,
      intake: this.#intake,
      input: { runId, body, limits: this.#limits, webUrl: TEST_WEB_URL },
    });
  }
}

/** A batch of some samples, in cells of one step. */
export function batchOf(
  samples: readonly Sample[],
  head: { writer: string; sequence: number; attempt?: string },
  step: (typeof STEPS)[number] = 1,
): LiveBatchInput {
  const labels = [...new Set(samples.map(({ label }) => label))];
  const cells = labels.flatMap((name, label) =>
    cellsOf(
      samples.filter((sample) => sample.label === name),
      label,
      step,
    ),
  );
  if (samples.length === 0) return { ...head };
  const firstStartMicros = Math.min(...samples.map((one) => one.completedAtMicros - one.latencyMicros));
  const lastCompletionMicros = Math.max(...samples.map((one) => one.completedAtMicros));
  return {
    ...head,
    labels: labels.map((name) => ({ name })),
    cells,
    span: { firstStartMicros, lastCompletionMicros },
  };
}

/** Cells for one label; `label` null is all requests. */
export function cellsOf(
  samples: readonly Sample[],
  label: number | null,
  step: (typeof STEPS)[number] = 1,
): WireCell[] {
  const groups = Map.groupBy(
    samples,
    ({ completedAtMicros }) => Math.floor(completedAtMicros / 1e6 / step) * step,
  );
  return [...groups].map(([second, some]) => ({ label, step, second, ...writeLiveFigures(cellOf(some)) }));
}

export function cellOf(samples: readonly Sample[]): Cell {
  const failed = samples.filter((sample) => sample.failed === true);
  const latencies = (some: readonly Sample[]) => Sketch.of(some.map(({ latencyMicros }) => latencyMicros));
  const all = latencies(samples);
  return {
    requests: samples.length,
    errors: failed.length,
    items: samples.length,
    bytes: samples.length * 100,
    sumMicros: all.sum,
    minMicros: all.min,
    maxMicros: all.max,
    distribution: { kind: "sketch", all, failed: failed.length === 0 ? null : latencies(failed) },
  };
}
