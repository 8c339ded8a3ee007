import { HeadroomError } from "@headroom/core";
import type { LiveBatch } from "@headroom/contract";
import type { LiveWriterModel } from "@headroom/db";

type Known = Pick<LiveWriterModel, "attempt" | "pastAttempts" | "state" | "sequence" | "digest">;

const ATTEMPTS_MOST = 100;

/**
 * What a batch is to its writer: one that counted already, the next one, or the first of another attempt, before which
 * everything is forgotten that waits. Anything else is a conflict.
 */
export function placeBatch(
  writer: Known,
  batch: Pick<LiveBatch, "writer" | "attempt" | "sequence">,
  { digest, open }: { digest: Uint8Array; open: boolean },
): "repeated" | "next" | "anew" {
  const { attempt, sequence } = batch;
  if (attempt === writer.attempt && sequence <= writer.sequence) {
    const same = writer.digest === null || Buffer.compare(writer.digest, digest) === 0;
    if (sequence === writer.sequence && !same) throw otherBody(batch);
    return "repeated";
  }
  if (writer.pastAttempts.includes(attempt)) throw superseded(batch);
  if (!open) throw runEnded();
  if (attempt === writer.attempt && writer.state !== "open") throw writerEnded(batch, writer.state);
  const expected = attempt === writer.attempt ? writer.sequence + 1 : 1;
  if (sequence !== expected) throw gap(batch, expected);
  if (attempt === writer.attempt) return "next";
  if (writer.pastAttempts.length >= ATTEMPTS_MOST) throw superseded(batch);
  return "anew";
}

export function runEnded(): HeadroomError {
  return new HeadroomError("conflict", "The run was finished: it takes no more batches.", {
    hint: "Open a run of its own for what is still to come; one with a key is opened again with the same run=.",
  });
}

function otherBody({ writer, sequence }: Pick<LiveBatch, "writer" | "sequence">): HeadroomError {
  return new HeadroomError(
    "conflict",
    `Batch ${sequence} of "${writer}" came before, with another content.`,
    {
      field: "sequence",
      hint: "Give each batch the next sequence. The same one is for the same batch, when its answer was lost.",
    },
  );
}

function superseded({ writer, attempt }: Pick<LiveBatch, "writer" | "attempt">): HeadroomError {
  return new HeadroomError(
    "conflict",
    `The writer "${writer}" has begun anew since the attempt "${attempt}".`,
    {
      field: "attempt",
      hint: "Send nothing more of it. Two senders must not share the name of a writer.",
    },
  );
}

function writerEnded({ writer }: Pick<LiveBatch, "writer">, state: string): HeadroomError {
  const how = state === "interrupted" ? "was closed after it fell silent" : "has finished";
  return new HeadroomError("conflict", `The writer "${writer}" ${how}.`, {
    field: "writer",
    hint: "To send again what it measured, from the start, give another `attempt`.",
  });
}

function gap({ writer, sequence }: Pick<LiveBatch, "writer" | "sequence">, expected: number): HeadroomError {
  return new HeadroomError("conflict", `The next batch of "${writer}" is ${expected}, not ${sequence}.`, {
    field: "sequence",
    hint: "Send the batches of a writer one after the other. GET /v1/runs/{id}/live says how far each has come.",
  });
}
