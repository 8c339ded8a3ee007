import { HeadroomError } from "@headroom/core";
import type { LiveBatch } from "@headroom/contract";
import type { RecentDigests } from "./recent-digests.ts";
import { hasSequence, MOST_RANGES } from "./sequence-set.ts";
import type { SequenceSet } from "./sequence-set.ts";

export interface KnownWriter {
  attempt: string;
  pastAttempts: readonly string[];
  state: string;
  counted: SequenceSet;
  recent: RecentDigests;
}

const MAX_ATTEMPTS = 100;

type Sent = Pick<LiveBatch, "writer" | "attempt" | "sequence">;

/**
 * What a batch is to its writer: one that counts, the first of a new attempt, which discards everything from before, one that
 * counted already, or one that never will.
 */
export type BatchPlace =
  | "counts"
  | "new-attempt"
  | "repeated"
  | "reused"
  | "superseded"
  | "writer-ended"
  | "run-ended";

export function placeBatch(
  writer: KnownWriter | null,
  batch: Sent & { digest: string },
  isOpen: boolean,
): BatchPlace {
  if (writer === null) return isOpen ? "counts" : "run-ended";
  if (writer.attempt === batch.attempt && hasSequence(writer.counted, batch.sequence)) {
    const known = writer.recent.get(batch.sequence);
    return known === undefined || known === batch.digest ? "repeated" : "reused";
  }
  if (writer.pastAttempts.includes(batch.attempt)) return "superseded";
  if (!isOpen) return "run-ended";
  if (writer.attempt === batch.attempt) return writer.state === "open" ? "counts" : "writer-ended";
  return writer.pastAttempts.length >= MAX_ATTEMPTS ? "superseded" : "new-attempt";
}

/** Refuses batches that are known not to count. The rest is decided when the log is counted. */
export function refuseLost(
  writer: KnownWriter | null,
  batch: Sent & { digest: string },
  isOpen: boolean,
): void {
  const place = placeBatch(writer, batch, isOpen);
  switch (place) {
    case "reused":
      throw reused(batch);
    case "superseded":
      throw superseded(batch);
    case "writer-ended":
      throw writerEnded(batch, writer?.state ?? "finished");
    case "run-ended":
      throw runEnded();
    case "counts":
      requireFewGaps(writer, batch);
      return;
    case "new-attempt":
    case "repeated":
      return;
  }
}

function requireFewGaps(writer: KnownWriter | null, batch: Sent): void {
  if (writer !== null && writer.counted.length > MOST_RANGES * 2) throw tooManyGaps(batch);
}

export function runEnded(): HeadroomError {
  return new HeadroomError("conflict", "The run is finished and accepts no more batches.", {
    hint: "Open a new run for further data. To reopen a run that has a key, open it with the same run=.",
  });
}

function reused({ writer, sequence }: Sent): HeadroomError {
  return new HeadroomError(
    "conflict",
    `Batch ${sequence} from "${writer}" was already received with different content.`,
    {
      field: "sequence",
      hint: "Give each new batch the next sequence. Repeat a sequence only to resend the same batch.",
    },
  );
}

function superseded({ writer, attempt }: Sent): HeadroomError {
  return new HeadroomError(
    "conflict",
    `The writer "${writer}" has started over since attempt "${attempt}".`,
    {
      field: "attempt",
      hint: "Stop sending for that attempt. Two senders must not share a writer name.",
    },
  );
}

function writerEnded({ writer }: Sent, state: string): HeadroomError {
  const how = state === "interrupted" ? "was closed after it stopped sending" : "has finished";
  return new HeadroomError("conflict", `The writer "${writer}" ${how}.`, {
    field: "writer",
    hint: "To send everything again from the start, use a new `attempt`.",
  });
}

function tooManyGaps({ writer }: Sent): HeadroomError {
  return new HeadroomError("conflict", `More than ${MOST_RANGES} batches from "${writer}" are missing.`, {
    field: "sequence",
    hint: "Send the missing batches first. GET /v1/runs/{id}/live shows how far each writer has got.",
  });
}
