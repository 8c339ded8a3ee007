import { randomUUID } from "node:crypto";
import { HeadroomError, isHeadroomError, isPostponed } from "@headroom/core";
import {
  againAfterDeadlock,
  enterAgain,
  markPosition,
  movePosition,
  readPositions,
  setAside,
} from "@headroom/db";
import type { WorkspaceTx } from "@headroom/db";
import { contextOf } from "../../context.ts";
import type { Context, Services } from "../../context.ts";
import type { BatchLog, LogEntry } from "../../live/batch-log.ts";
import { systemContext } from "../../workspace/ensure.ts";
import { endSilent } from "./close-silent.ts";
import { countBatches } from "./count-batches.ts";
import { closeWriters } from "./finish.ts";
import { countTraffic } from "../../traffic/count-traffic.ts";
import { MAX_METRIC_SOURCES } from "../../traffic/source-limit.ts";
import { SourceMemory } from "../../traffic/source-memory.ts";
import type { PartitionMemory } from "../../traffic/source-memory.ts";
import type { TrafficMessage } from "../../traffic/traffic-message.ts";
import { requireLiveRun } from "./live-run.ts";
import { unpackMessage } from "./messages.ts";
import type { MetricsMessage, RequestMessage } from "./messages.ts";
import { metricsBatch } from "./metrics-batch.ts";
import { leaveOutcome } from "./outcome.ts";
import { readCells } from "./writer-fold.ts";
import type { ReadBatch } from "./writer-fold.ts";

export interface Aggregated {
  entries: number;
  /** What couldn't be counted and was set aside. */
  failures: unknown[];
  /** The services and runs that have changed. */
  changed: Set<string>;
}

type Read = ReadBatch | MetricsMessage | RequestMessage | TrafficMessage;

interface Page {
  partition: number;
  from: number;
  entries: readonly LogEntry[];
}

export type ReadPage = "counted" | "lost";

export interface Aggregation {
  services: Services;
  log: BatchLog;
  maxSources?: number;
  /** From one call to the next. */
  memory?: SourceMemory;
  /** Whether this process counts a partition that has got no further than this. */
  isOwn?: (partition: number, position: number) => boolean;
  /** Hears of each page that was counted, or read for nothing, because another process was faster. */
  read?: (page: ReadPage) => void;
  /** Until it may, what was accepted waits in the log. */
  mayCount?: () => boolean;
}

/** Counts everything in the log. Any number of processes can do so concurrently: each entry counts once. */
export async function aggregate({
  services,
  log,
  maxSources = MAX_METRIC_SOURCES,
  memory = new SourceMemory(),
  mayCount = () => true,
  isOwn = () => true,
  read = () => undefined,
}: Aggregation): Promise<Aggregated> {
  const aggregated: Aggregated = { entries: 0, failures: [], changed: new Set() };
  const positions = await readPositions(services.db);
  const behind = await log.behind(positions);
  for (const partition of behind.filter((one) => isOwn(one, positions.get(one) ?? 0))) {
    for (let from = positions.get(partition) ?? 0; mayCount();) {
      const entries = await log.read(partition, from);
      const last = entries.at(-1);
      if (last === undefined) break;
      const counter = { services, maxSources, memory, changed: aggregated.changed };
      const failures = await countPage(counter, { partition, from, entries });
      // Another process was faster, and goes on from where it is.
      read(failures === null ? "lost" : "counted");
      if (failures === null) break;
      aggregated.entries += entries.length;
      aggregated.failures.push(...failures);
      from = last.position;
    }
  }
  return aggregated;
}

interface Counter {
  services: Services;
  maxSources: number;
  memory: SourceMemory;
  /** The services and runs of what was counted. */
  changed: Set<string>;
}

/** Returns what failed; null if another process counted the page. */
async function countPage(counter: Counter, page: Page): Promise<unknown[] | null> {
  try {
    const messages = await Promise.all(page.entries.map(readEntry));
    return (await count(counter, page, messages)) ? [] : null;
  } catch (error) {
    if (isPostponed(error)) throw error;
    return countOneByOne(counter, page);
  }
}

async function readEntry({ body }: LogEntry): Promise<Read> {
  const message = await unpackMessage(body);
  return message.kind === "batch" ? readCells(message) : message;
}

/** One entry that can't be counted must not stop those behind it. */
async function countOneByOne(
  counter: Counter,
  { partition, from, entries }: Page,
): Promise<unknown[] | null> {
  const failures: unknown[] = [];
  let before = from;
  for (const entry of entries) {
    const page = { partition, from: before, entries: [entry] };
    try {
      if (!(await count(counter, page, [await readEntry(entry)]))) return null;
    } catch (error) {
      if (isPostponed(error)) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      if (!(await skip(counter.services, page, entry, reason))) return null;
      failures.push(new HeadroomError("internal", "A live batch could not be counted.", { cause: error }));
    }
    before = entry.position;
  }
  return failures;
}

function skip(services: Services, page: Page, entry: LogEntry, reason: string): Promise<boolean> {
  return services.db.asJobs(async (tx) => {
    if (!(await movePosition(tx, moveOf(page)))) return false;
    await setAside(tx, { partition: page.partition, ...entry, reason });
    return true;
  });
}

function moveOf({ partition, from, entries }: Page): { partition: number; from: number; to: number } {
  return { partition, from, to: entries.at(-1)?.position ?? from };
}

/** One transaction: either everything in the page counts and the position moves, or neither. */
async function count(counter: Counter, page: Page, messages: readonly Read[]): Promise<boolean> {
  const { services, memory, changed } = counter;
  const move = { ...moveOf(page), mark: randomUUID() };
  const write = async (tx: WorkspaceTx) => {
    const moved = await markPosition(tx, move);
    if (moved === null) return null;
    const taken = memory.take(page.partition, { from: page.from, mark: moved.before });
    await countAll(tx, counter, { messages, memory: taken.memory });
    return taken;
  };
  const taken = await againAfterDeadlock(() => services.db.asJobs(write, { patient: true }));
  if (taken === null) return false;
  memory.keep(page.partition, taken, move);
  for (const message of messages) changed.add(message.kind === "traffic" ? message.serviceId : message.runId);
  return true;
}

async function countAll(
  tx: WorkspaceTx,
  { services, maxSources }: Counter,
  { messages, memory }: { messages: readonly Read[]; memory: PartitionMemory },
): Promise<void> {
  for (const { workspaceId, serviceId, traffic } of trafficOf(messages)) {
    const within = await enterAgain(tx, workspaceId);
    const ctx = systemContext(services, workspaceId);
    await countTraffic(within, ctx, serviceId, { messages: traffic, maxSources, memory });
  }
  for (const { workspaceId, runId, batches, metrics, request } of stretchesOf(messages)) {
    const within = await enterAgain(tx, workspaceId);
    const ctx = systemContext(services, workspaceId);
    const measured = await metricsBatch(within, ctx, runId, { messages: metrics, maxSources, memory });
    const all = measured === null ? batches : [...batches, measured];
    if (all.length > 0) await countBatches(within, ctx, runId, all);
    if (request !== null) await answer(within, services, request);
  }
}

/** The messages of each service, in their order. */
function trafficOf(
  messages: readonly Read[],
): { workspaceId: string; serviceId: string; traffic: TrafficMessage[] }[] {
  const traffic = messages.filter((message) => message.kind === "traffic");
  return [...Map.groupBy(traffic, ({ serviceId }) => serviceId)].flatMap(([serviceId, own]) => {
    const [first] = own;
    return first === undefined ? [] : [{ workspaceId: first.workspaceId, serviceId, traffic: own }];
  });
}

interface Stretch {
  workspaceId: string;
  runId: string;
  batches: ReadBatch[];
  metrics: MetricsMessage[];
  request: RequestMessage | null;
}

/** What can be counted together: the batches and metrics of a run up to the next request that concerns it. */
function stretchesOf(messages: readonly Read[]): Stretch[] {
  const stretches: Stretch[] = [];
  const open = new Map<string, Stretch>();
  for (const message of messages) {
    if (message.kind === "traffic") continue;
    const { workspaceId, runId } = message;
    let stretch = open.get(runId);
    if (stretch === undefined) {
      stretch = { workspaceId, runId, batches: [], metrics: [], request: null };
      open.set(runId, stretch);
      stretches.push(stretch);
    }
    if (message.kind === "batch") stretch.batches.push(message);
    else if (message.kind === "metrics") stretch.metrics.push(message);
    else {
      stretch.request = message;
      open.delete(runId);
    }
  }
  return stretches;
}

async function answer(tx: WorkspaceTx, services: Services, request: RequestMessage): Promise<void> {
  const ctx = contextOfRequest(services, request);
  // The run was deleted in the meantime: nobody needs the outcome.
  if (!(await exists(tx, ctx, request.runId))) return;
  await leaveOutcome(tx, ctx, request, async () => {
    if (request.kind === "await") return null;
    if (request.kind === "finish") return closeWriters(tx, ctx, request);
    return endSilent(tx, ctx, { runId: request.runId, heardBefore: new Date(request.heardBefore) });
  });
}

function contextOfRequest(services: Services, request: RequestMessage): Context {
  return request.kind === "finish"
    ? contextOf(services, request.workspaceId, request.actor)
    : systemContext(services, request.workspaceId);
}

async function exists(tx: WorkspaceTx, ctx: Context, runId: string): Promise<boolean> {
  return requireLiveRun(tx, ctx, runId).then(
    () => true,
    (error: unknown) => {
      if (isHeadroomError(error, "not-found")) return false;
      throw error;
    },
  );
}
