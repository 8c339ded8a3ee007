import { randomUUID } from "node:crypto";
import { ALL_LABEL, encodeDistribution, mergeAllCells, Sketch, STEPS } from "@headroom/core";
import type { Cell } from "@headroom/core";
import { createPartWriter } from "../cells/part-writer.ts";
import type { SeriesCell } from "../cells/part-writer.ts";
import { ensureSeries } from "../cells/series.ts";
import { writePartTotals } from "../cells/totals.ts";
import type { Database } from "../database.ts";

export interface SeededExperiment {
  workspaceId: string;
  serviceId: string;
  experimentId: string;
}

/** A separate workspace with one experiment of one service. */
export async function seedExperiment(db: Database): Promise<SeededExperiment> {
  const workspaceId = randomUUID();
  const serviceId = randomUUID();
  const experimentId = randomUUID();
  await db.inWorkspace(workspaceId, async ({ prisma }) => {
    await prisma.workspace.create({ data: { id: workspaceId, slug: workspaceId, name: "Shop" } });
    await prisma.service.create({ data: { id: serviceId, workspaceId, slug: "checkout", name: "Checkout" } });
    await prisma.experiment.create({
      data: { id: experimentId, workspaceId, serviceId, slug: "mix", name: "Mix", tags: ["peak"] },
    });
  });
  return { workspaceId, serviceId, experimentId };
}

/** Micros by label and second from the origin; `(all)` is computed from them. */
export type SeededSamples = Record<string, Record<number, number[]>>;

export interface SeededPart extends SeededExperiment {
  runId: string;
  partId: string;
  importedAt: Date;
  origin: Date;
  seriesIds: Map<string, number>;
}

export interface SeedOptions {
  number?: number;
  instance?: number;
  durationSeconds?: number;
  /** Labels stored from this step on. */
  finestStepSeconds?: number;
  publish?: boolean;
  /** Adds to this run instead of creating one. */
  runOf?: SeededPart;
  generator?: string;
}

/** A run of one part, written as an upload writes it: cells under an unpublished part, then everything else in one transaction. */
export async function seedRun(
  db: Database,
  experiment: SeededExperiment,
  samples: SeededSamples,
  options: SeedOptions = {},
): Promise<SeededPart> {
  const part = await openPart(db, experiment, Object.keys(samples), options);
  const cells = cellsOf(samples, part, options.finestStepSeconds ?? 1);
  const writer = createPartWriter(db, part);
  await writer.write(cells.rows);
  await db.inWorkspace(experiment.workspaceId, async (tx) => {
    await writePartTotals(tx, part.partId, cells.totals);
  });
  if (options.publish ?? true) await publish(db, part, options.durationSeconds ?? 60);
  return part;
}

async function openPart(
  db: Database,
  experiment: SeededExperiment,
  labels: string[],
  options: SeedOptions,
): Promise<SeededPart> {
  const runId = options.runOf?.runId ?? randomUUID();
  const partId = randomUUID();
  const importedAt = new Date("2026-03-04T05:06:07.089Z");
  const origin = new Date("2026-03-01T10:00:00Z");
  const names = [ALL_LABEL, ...labels];
  const ids = await db.inWorkspace(experiment.workspaceId, async (tx) => {
    const number = options.number ?? 1;
    if (options.runOf === undefined) {
      const { workspaceId, serviceId, experimentId } = experiment;
      await tx.prisma.run.create({
        data: {
          id: runId,
          workspaceId,
          serviceId,
          experimentId,
          number,
          status: "receiving",
          importedAt,
          origin,
        },
      });
    }
    await tx.prisma.part.create({
      data: {
        id: partId,
        workspaceId: experiment.workspaceId,
        runId,
        generator: options.generator ?? "",
        state: "writing",
        instance: options.instance ?? 1,
      },
    });
    return ensureSeries(
      tx,
      runId,
      names.map((label) => ({ kind: "requests", label, labelKind: "request" })),
    );
  });
  const seriesIds = new Map(names.map((name, at) => [name, ids[at] ?? -1]));
  return { ...experiment, runId, partId, importedAt, origin, seriesIds };
}

export async function publish(db: Database, part: SeededPart, durationSeconds: number): Promise<void> {
  await db.inWorkspace(part.workspaceId, async ({ prisma }) => {
    const publishedAt = new Date(part.importedAt.getTime() + 1_000);
    await prisma.part.update({ where: { id: part.partId }, data: { state: "published", publishedAt } });
    await prisma.run.update({
      where: { id: part.runId },
      data: {
        status: "finished",
        startedAt: part.origin,
        endedAt: new Date(part.origin.getTime() + durationSeconds * 1_000 - 1),
        publishedAt,
        verdict: "met",
        summary: { requests: 3, errorRate: 0, throughput: 2.5, latencyMs: { p50: 1, p95: 2, p99: 3 } },
      },
    });
  });
}

function cellsOf(samples: SeededSamples, part: SeededPart, finestStepSeconds: number) {
  const rows: SeriesCell[] = [];
  const totals: { seriesId: number; total: Cell; finestStepSeconds: number }[] = [];
  for (const [name, seriesId] of part.seriesIds) {
    const finest = name === ALL_LABEL ? 1 : finestStepSeconds;
    const bySecond = name === ALL_LABEL ? Object.values(samples) : [samples[name] ?? {}];
    for (const stepSeconds of STEPS.filter((step) => step >= finest)) {
      for (const [offsetSeconds, micros] of grouped(bySecond, stepSeconds)) {
        rows.push({ seriesId, stepSeconds, offsetSeconds, piece: 0, cell: cellOf(micros) });
      }
    }
    const whole = bySecond.flatMap((seconds) => Object.values(seconds).map(cellOf));
    totals.push({ seriesId, total: mergeAllCells(whole), finestStepSeconds: finest });
  }
  return { rows, totals };
}

function grouped(bySecond: readonly Record<number, number[]>[], stepSeconds: number): Map<number, number[]> {
  const groups = new Map<number, number[]>();
  for (const seconds of bySecond) {
    for (const [second, micros] of Object.entries(seconds)) {
      const offset = Math.floor(Number(second) / stepSeconds) * stepSeconds;
      groups.set(offset, [...(groups.get(offset) ?? []), ...micros]);
    }
  }
  return groups;
}

/** Every seventh request fails. */
export function cellOf(micros: readonly number[]): Cell {
  const failed = micros.filter((value) => value % 7 === 0);
  const all = Sketch.of(micros);
  return {
    requests: micros.length,
    errors: failed.length,
    items: micros.length,
    bytes: micros.length * 100,
    sumMicros: all.sum,
    minMicros: all.min,
    maxMicros: all.max,
    distribution: { kind: "sketch", all, failed: failed.length === 0 ? null : Sketch.of(failed) },
  };
}

/** A cell as plain data: a sketch's state is private, so two of them always look equal to a test. */
export function plain(cell: Cell | null | undefined) {
  return cell && { ...cell, distribution: encodeDistribution(cell.distribution) };
}
