import type { WorkspaceTx } from "@headroom/db";
import type { BatchLog } from "../../live/batch-log.ts";
import type { Context } from "../../context.ts";
import { onlyServiceOf } from "../../scope.ts";
import { readSettings } from "../../workspace/settings.ts";
import { noSuchRun } from "../record/get.ts";
import { requireLiveRun } from "./live-run.ts";
import type { KnownWriter } from "./place-batch.ts";
import { readRecent } from "./recent-digests.ts";

export interface KnownRun {
  serviceId: string;
  isOpen: boolean;
  /** In epoch seconds. */
  origin: number | null;
  labels: number;
  /** The resource attributes that become configuration. */
  namedAttributes: readonly string[];
  writers: Map<string, KnownWriter & { cells: number }>;
}

interface Remembered {
  run: Promise<KnownRun>;
  at: number;
}

const REMEMBERED = 1_000;

/** Where live input goes, and what this process knows about the runs it belongs to: accepting a batch rarely asks the database. */
export class LiveIntake {
  readonly log: BatchLog;
  readonly #rememberMillis: number;
  readonly #runs = new Map<string, Remembered>();

  constructor(log: BatchLog, { rememberMillis = 2_000 } = {}) {
    this.log = log;
    this.#rememberMillis = rememberMillis;
  }

  /** As it is now: whether it is still open isn't taken from memory. */
  findNow(ctx: Context, runId: string): Promise<KnownRun> {
    this.forget(ctx, runId);
    return this.find(ctx, runId);
  }

  /** Throws `not-found` unless the actor may see the run. */
  async find(ctx: Context, runId: string): Promise<KnownRun> {
    const key = `${ctx.workspaceId} ${runId}`;
    const now = performance.now();
    let remembered = this.#runs.get(key);
    if (remembered === undefined || now - remembered.at >= this.#rememberMillis) {
      remembered = { run: ctx.db.inWorkspace(ctx.workspaceId, (tx) => readKnown(tx, ctx, runId)), at: now };
      this.#remember(key, remembered);
    }
    const run = await remembered.run.catch((error: unknown) => {
      this.#runs.delete(key);
      throw error;
    });
    const only = onlyServiceOf(ctx.actor);
    if (only !== null && run.serviceId !== only) throw noSuchRun();
    return run;
  }

  forget(ctx: Context, runId: string): void {
    this.#runs.delete(`${ctx.workspaceId} ${runId}`);
  }

  #remember(key: string, remembered: Remembered): void {
    this.#runs.delete(key);
    this.#runs.set(key, remembered);
    const [oldest] = this.#runs.keys();
    if (this.#runs.size > REMEMBERED && oldest !== undefined) this.#runs.delete(oldest);
  }
}

async function readKnown(tx: WorkspaceTx, ctx: Context, runId: string): Promise<KnownRun> {
  const { serviceId, state, origin } = await requireLiveRun(tx, ctx, runId);
  const { runAttributes } = await readSettings(tx, ctx.workspaceId);
  const writers = await tx.prisma.liveWriter.findMany({ where: { runId } });
  const labels = await tx.prisma.series.count({ where: { runId } });
  return {
    serviceId,
    isOpen: state === "open",
    origin,
    labels,
    namedAttributes: runAttributes,
    writers: new Map(
      writers.map(({ writer, attempt, pastAttempts, state: of, counted, recent, cells }) => [
        writer,
        { attempt, pastAttempts, state: of, counted, recent: readRecent(recent), cells: Number(cells) },
      ]),
    ),
  };
}
