import { ALL_LABEL, mergeAllCells } from "@headroom/core";
import type { Cell } from "@headroom/core";
import { writeLiveFigures } from "@headroom/contract";
import { ADDED_UP, ensureSeries, findLiveRun, Prisma, SENT, writeLiveCells } from "@headroom/db";
import type { LiveRunFound, LiveWriterModel, SeriesName, WorkspaceTx } from "@headroom/db";
import type { Context } from "../../context.ts";
import { runStatusOf } from "../record/run-status.ts";
import { requireRunState } from "./live-run.ts";
import { groupsOf } from "./cell-groups.ts";
import type { CellGroup } from "./cell-groups.ts";
import { packAdditions } from "./messages.ts";
import type { Addition } from "./messages.ts";
import { placeBatch } from "./place-batch.ts";
import { writeRecent } from "./recent-digests.ts";
import { countInto, foldOf, NOTHING_YET } from "./writer-fold.ts";
import type { ReadBatch, WriterFold } from "./writer-fold.ts";

/** Counts batches of one run in the transaction that moves the log's position; the caller knows that they are counted once. */
export async function countBatches(
  tx: WorkspaceTx,
  ctx: Context,
  runId: string,
  batches: readonly ReadBatch[],
): Promise<void> {
  const live = await findLiveRun(tx, runId, "share");
  // The run was deleted: nobody waits for its cells.
  if (live === null) return;
  const writers = await holdWriters(tx, runId, batches);
  const round = new Round(ctx, live, writers);
  for (const batch of batches) round.take(batch);
  const { origin } = await round.begin(tx);
  await round.write(tx, origin);
}

async function holdWriters(
  tx: WorkspaceTx,
  runId: string,
  batches: readonly ReadBatch[],
): Promise<LiveWriterModel[]> {
  const names = [...new Set(batches.map(({ writer }) => writer))];
  await tx.query(
    "select from live_writer where run_id = $1 and writer = any($2) order by writer for no key update",
    [runId, names],
  );
  return tx.prisma.liveWriter.findMany({ where: { runId, writer: { in: names } } });
}

class Round {
  readonly #ctx: Context;
  readonly #live: LiveRunFound;
  readonly #writers = new Map<string, WriterFold>();

  constructor(ctx: Context, live: LiveRunFound, known: readonly LiveWriterModel[]) {
    this.#ctx = ctx;
    this.#live = live;
    for (const writer of known) this.#writers.set(writer.writer, foldOf(writer));
  }

  take(batch: ReadBatch): void {
    const known = this.#writers.get(batch.writer) ?? null;
    const place = placeBatch(known, batch, this.#live.state === "open");
    switch (place) {
      case "repeated":
        return;
      case "reused":
        if (known !== null) known.conflicts += 1;
        return;
      case "superseded":
      case "writer-ended":
      case "run-ended":
        if (known !== null) known.late += 1;
        return;
      case "counts":
        countInto(known ?? this.#open(batch), batch);
        return;
      case "new-attempt":
        countInto(this.#openAgain(batch, known), batch);
    }
  }

  /** Writes what the cells refer to: writers, their parts and the run's origin. */
  async begin(tx: WorkspaceTx): Promise<{ origin: number }> {
    const counting = this.#counting();
    const first = counting
      .flatMap(({ batches }) => batches)
      .map(({ figures }) => figures.seconds?.first)
      .find((second) => second !== undefined);
    const begins = counting.some(({ begins: begun }) => begun);
    let { origin } = this.#live;
    if (begins || (origin === null && first !== undefined))
      origin = (await requireRunState(tx, this.#live.runId)).origin;
    for (const writer of counting) await this.#openPart(tx, writer);
    if (origin === null && first !== undefined) {
      origin = first;
      const data = { origin: new Date(origin * 1_000) };
      await tx.prisma.run.update({ where: { id: this.#live.runId }, data });
    }
    return { origin: origin ?? 0 };
  }

  async write(tx: WorkspaceTx, origin: number): Promise<void> {
    const { runId, importedAt } = this.#live;
    for (const writer of this.#writers.values()) {
      if (writer.partId !== null && writer.batches.length > 0) {
        const groups = groupsOf(writer, origin);
        const names = groups.map(({ label, labelKind }): SeriesName => {
          return { kind: "requests", label, labelKind };
        });
        const ids = await seriesOf(tx, runId, names);
        const rows = groups.map(({ stepSeconds, offsetSeconds, piece, cells }, at) => {
          return { seriesId: ids[at] ?? 0, stepSeconds, offsetSeconds, piece, cell: mergeAllCells(cells) };
        });
        const { sent, addedUp } = writer.totals;
        writer.totals = {
          sent: withAll(sent, groups, rows, SENT),
          addedUp: withAll(addedUp, groups, rows, ADDED_UP),
        };
        await writeLiveCells(tx, { partId: writer.partId, importedAt }, rows);
        await this.#writeAdditions(tx, writer.partId, writer.batches);
      }
      await this.#writeWriter(tx, writer);
    }
    if (!this.#counting().some(({ begins }) => begins)) return;
    await tx.prisma.run.update({ where: { id: runId }, data: { status: await runStatusOf(tx, runId) } });
  }

  #counting(): WriterFold[] {
    return [...this.#writers.values()].filter(({ batches }) => batches.length > 0);
  }

  #open({ writer: name, attempt }: ReadBatch): WriterFold {
    const fresh = { name, attempt, pastAttempts: [], state: "open", counted: [], recent: new Map() };
    const opened = { ...fresh, ...NOTHING_YET, isNew: true, begins: true, partId: null, abandoned: [] };
    const writer: WriterFold = { ...opened, late: 0, conflicts: 0, batches: [] };
    this.#writers.set(name, writer);
    return writer;
  }

  #openAgain({ attempt }: ReadBatch, known: WriterFold | null): WriterFold {
    if (known === null) throw new Error("a writer without an attempt can't begin again");
    const again: WriterFold = {
      ...known,
      ...NOTHING_YET,
      attempt,
      pastAttempts: [...known.pastAttempts, known.attempt],
      state: "open",
      counted: [],
      recent: new Map(),
      begins: true,
      partId: null,
      abandoned: known.partId === null ? known.abandoned : [...known.abandoned, known.partId],
      batches: [],
    };
    this.#writers.set(known.name, again);
    return again;
  }

  /** No process owns it: what was counted stays, whichever process dies. */
  async #openPart(tx: WorkspaceTx, writer: WriterFold): Promise<void> {
    for (const id of writer.abandoned)
      await tx.prisma.part.updateMany({ where: { id, state: "receiving" }, data: { state: "failed" } });
    const isEmpty = writer.batches.every(
      ({ cells, gauges, failures }) => cells.length + gauges.length + failures.length === 0,
    );
    if (writer.partId !== null || isEmpty) return;
    const { workspaceId } = this.#ctx;
    const { runId } = this.#live;
    const of = { runId, kind: "live", generator: writer.name };
    const last = await tx.prisma.part.aggregate({ where: of, _max: { revision: true } });
    const revision = (last._max.revision ?? 0) + 1;
    const id = this.#ctx.newId();
    const createdAt = this.#ctx.clock();
    await tx.prisma.part.createMany({
      data: [{ id, workspaceId, ...of, revision, state: "receiving", instance: 0, createdAt }],
    });
    writer.partId = id;
  }

  async #writeAdditions(tx: WorkspaceTx, partId: string, batches: readonly ReadBatch[]): Promise<void> {
    const additions = batches
      .filter(({ gauges, failures }) => gauges.length > 0 || failures.length > 0)
      .map(({ labels, gauges, failures }): Addition => ({ labels, gauges, failures }));
    if (additions.length === 0) return;
    const body = new Uint8Array(await packAdditions(additions));
    await tx.prisma.liveAddition.create({ data: { workspaceId: this.#ctx.workspaceId, partId, body } });
  }

  async #writeWriter(tx: WorkspaceTx, writer: WriterFold): Promise<void> {
    const {
      name,
      isNew,
      begins: _begins,
      abandoned: _abandoned,
      batches,
      counted,
      recent,
      totals,
      ...rest
    } = writer;
    const data = {
      ...rest,
      pastAttempts: [...rest.pastAttempts],
      counted: [...counted],
      recent: writeRecent(recent),
      sentTotal: totals.sent === null ? Prisma.DbNull : writeLiveFigures(totals.sent),
      addedUpTotal: totals.addedUp === null ? Prisma.DbNull : writeLiveFigures(totals.addedUp),
      ...(batches.length > 0 ? { staged: true } : {}),
      heardAt: this.#ctx.clock(),
    };
    const { runId } = this.#live;
    if (isNew) {
      const { workspaceId } = this.#ctx;
      await tx.prisma.liveWriter.create({
        data: { workspaceId, runId, writer: name, staged: true, ...data },
      });
      return;
    }
    await tx.prisma.liveWriter.update({ where: { runId_writer: { runId, writer: name } }, data });
  }
}

/** A total with what this round adds to it. */
function withAll(
  total: Cell | null,
  groups: readonly CellGroup[],
  rows: readonly { cell: Cell }[],
  piece: number,
): Cell | null {
  const added = rows.filter((_, at) => groups[at]?.label === ALL_LABEL && groups[at].piece === piece);
  if (added.length === 0) return total;
  return mergeAllCells([...(total === null ? [] : [total]), ...added.map(({ cell }) => cell)]);
}

/** Each name is looked up once, however many cells it has. */
async function seriesOf(tx: WorkspaceTx, runId: string, names: readonly SeriesName[]): Promise<number[]> {
  const distinct = new Map(names.map((name) => [`${name.labelKind} ${name.label}`, name]));
  const ids = await ensureSeries(tx, runId, [...distinct.values()]);
  const byName = new Map([...distinct.keys()].map((key, at) => [key, ids[at] ?? 0]));
  return names.map(({ label, labelKind }) => byName.get(`${labelKind} ${label}`) ?? 0);
}
