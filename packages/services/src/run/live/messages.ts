import type { AttributeValues } from "@headroom/core";
import type { LiveBatch, LiveFinish, LiveSpan } from "@headroom/contract";
import type { Actor } from "../../context.ts";
import { packJson, unpackJson } from "../../live/pack-json.ts";
import { fromFormer, isPackedMetrics, packMetrics, unpackMetrics } from "../../traffic/pack-metrics.ts";
import type { MetricsContent, TrafficMessage } from "../../traffic/traffic-message.ts";

/** What a batch adds to what is known about its writer. */
export interface BatchFigures {
  requests: number;
  /** It has cells for all requests. */
  sendsAll: boolean;
  /** From inclusive to exclusive, in epoch seconds; null without cells. */
  seconds: { first: number; last: number } | null;
  span: LiveSpan | null;
}

interface OfRun {
  workspaceId: string;
  runId: string;
}

/** A batch that was checked on arrival. */
export interface BatchMessage extends OfRun, Pick<LiveBatch, "writer" | "attempt" | "sequence"> {
  kind: "batch";
  digest: string;
  /** As sent. */
  bytesIn: number;
  figures: BatchFigures;
  labels: LiveBatch["labels"];
  cells: LiveBatch["cells"];
  gauges: LiveBatch["gauges"];
  failures: LiveBatch["failures"];
}

/** Metrics by a wire protocol. */
export interface MetricsMessage extends OfRun, MetricsContent {
  kind: "metrics";
  bytesIn: number;
  /** Missing in entries of earlier builds. */
  attributes?: AttributeValues;
  /** Under which it is noted that it came too late. Missing in entries of earlier builds. */
  id?: string;
}

/** Somebody ends the run, or some of its writers. */
export interface FinishMessage extends OfRun {
  kind: "finish";
  /** Under which the outcome is left. */
  id: string;
  actor: Actor;
  finish: LiveFinish;
  writersLimit: number;
}

/** Nothing was heard of the run since then: it is closed unless something stands before this in the log. */
interface SilenceMessage extends OfRun {
  kind: "silence";
  id: string;
  heardBefore: string;
}

/** Somebody waits until everything before it is counted. */
interface AwaitMessage extends OfRun {
  kind: "await";
  id: string;
}

/** What leaves an outcome. */
export type RequestMessage = FinishMessage | SilenceMessage | AwaitMessage;
export type LiveMessage = BatchMessage | MetricsMessage | RequestMessage | TrafficMessage;

export function packMessage(message: LiveMessage): Promise<Buffer> {
  return message.kind === "metrics" || message.kind === "traffic" ? packMetrics(message) : packJson(message);
}

/** `packMessage` wrote it, so its content isn't checked again. */
export async function unpackMessage(body: Uint8Array): Promise<LiveMessage> {
  if (isPackedMetrics(body)) return unpackMetrics<MetricsMessage | TrafficMessage>(body);
  const message = (await unpackJson(body)) as LiveMessage;
  return message.kind === "metrics" || message.kind === "traffic" ? fromFormer(message) : message;
}

/** What a writer sends beside its cells. */
export type Addition = Pick<LiveBatch, "labels" | "gauges" | "failures">;

export function packAdditions(additions: readonly Addition[]): Promise<Buffer> {
  return packJson(additions);
}

export async function unpackAdditions(body: Uint8Array): Promise<Addition[]> {
  return (await unpackJson(body)) as Addition[];
}
