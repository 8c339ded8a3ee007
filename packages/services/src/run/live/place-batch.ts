import { HeadroomError } from "@headroom/core";
import type { LiveBatch } from "@headroom/contract";
import type { LiveWriterModel } from "@headroom/db";

type Known = Pick<LiveWriterModel, "attempt" | "pastAttempts" | "state" | "sequence" | "digest">;

const MAX_ATTEMPTS = 100;

type Sent = Pick<LiveBatch, "writer" | "attempt" | "sequence">;

/**
 * What a batch is to its writer: one that was already counted, the next one, or the first of a new attempt, which discards
 * everything pending from before. Anything else is a conflict.
 */
export function placeBatch(
  writer: Known,
  batch: Sent,
  { digest, open }: { digest: Uint8Array; open: boolean },
): "repeated" | "next" | "anew" {
  if (isRepeated(writer, batch, digest)) return "repeated";
  if (writer.pastAttempts.includes(batch.attempt)) throw superseded(batch);
  if (!open) throw runEnded();
  return batch.attempt === writer.attempt ? placeNext(writer, batch) : placeAnew(writer, batch);
}

function isRepeated(writer: Known, batch: Sent, digest: Uint8Array): boolean {
  if (batch.attempt !== writer.attempt || batch.sequence > writer.sequence) return false;
  const same = writer.digest === null || Buffer.compare(writer.digest, digest) === 0;
  if (batch.sequence === writer.sequence && !same) throw otherBody(batch);
  return true;
}

function placeNext(writer: Known, batch: Sent): "next" {
  if (writer.state !== "open") throw writerEnded(batch, writer.state);
  requireSequence(batch, writer.sequence + 1);
  return "next";
}

function placeAnew(writer: Known, batch: Sent): "anew" {
  requireSequence(batch, 1);
  if (writer.pastAttempts.length >= MAX_ATTEMPTS) throw superseded(batch);
  return "anew";
}

function requireSequence(batch: Sent, expected: number): void {
  if (batch.sequence !== expected) throw gap(batch, expected);
}

export function runEnded(): HeadroomError {
  return new HeadroomError("conflict", "The run is finished and accepts no more batches.", {
    hint: "Open a new run for further data. To reopen a run that has a key, open it with the same run=.",
  });
}

function otherBody({ writer, sequence }: Pick<LiveBatch, "writer" | "sequence">): HeadroomError {
  return new HeadroomError(
    "conflict",
    `Batch ${sequence} from "${writer}" was already received with different content.`,
    {
      field: "sequence",
      hint: "Give each new batch the next sequence. Repeat a sequence only to resend the same batch.",
    },
  );
}

function superseded({ writer, attempt }: Pick<LiveBatch, "writer" | "attempt">): HeadroomError {
  return new HeadroomError(
    "conflict",
    `The writer "${writer}" has started over since attempt "${attempt}".`,
    {
      field: "attempt",
      hint: "Stop sending for that attempt. Two senders must not share a writer name.",
    },
  );
}

function writerEnded({ writer }: Pick<LiveBatch, "writer">, state: string): HeadroomError {
  const how = state === "interrupted" ? "was closed after it stopped sending" : "has finished";
  return new HeadroomError("conflict", `The writer "${writer}" ${how}.`, {
    field: "writer",
    hint: "To send everything again from the start, use a new `attempt`.",
  });
}

function gap({ writer, sequence }: Pick<LiveBatch, "writer" | "sequence">, expected: number): HeadroomError {
  return new HeadroomError("conflict", `The next batch from "${writer}" is ${expected}, not ${sequence}.`, {
    field: "sequence",
    hint: "Send each writer's batches in order. GET /v1/runs/{id}/live shows how far each writer has got.",
  });
}
