import type { Readable } from "node:stream";
import { HeadroomError } from "@headroom/core";
import type { BodyMeter } from "./limits.ts";

/**
 * The bytes as they arrive from the client, counted. If the reader stops early, the stream stays open: destroying a
 * request closes its socket, and then the response that says why couldn't be sent.
 */
export async function* receive(
  stream: Readable,
  meter: BodyMeter,
  idleSeconds: number,
): AsyncGenerator<Uint8Array> {
  const chunks = stream.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  try {
    while (true) {
      const since = performance.now();
      const next = await orIdle(chunks.next(), idleSeconds);
      if (next.done === true) return;
      meter.countReceived(next.value.length, performance.now() - since);
      yield next.value;
    }
  } catch (error) {
    throw error instanceof HeadroomError ? error : clientGone(error);
  } finally {
    // Releases the stream, so that the rest can be drained. Not awaited, because it may be waiting itself.
    void chunks.return?.();
  }
}

/** Runs only while we wait for the client: the time that the client waits for us isn't its fault. */
export async function orIdle<T>(next: Promise<T>, idleSeconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const idle = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(
        new HeadroomError("file-truncated", `The client sent nothing for ${idleSeconds} seconds.`, {
          hint: "Upload the file again.",
        }),
      );
    }, idleSeconds * 1_000);
  });
  try {
    return await Promise.race([next, idle]);
  } finally {
    clearTimeout(timer);
  }
}

function clientGone(cause: unknown): HeadroomError {
  return new HeadroomError("file-truncated", "The client disconnected before the upload finished.", {
    cause,
    hint: "Upload the file again.",
  });
}
