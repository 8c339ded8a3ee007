import type { Readable } from "node:stream";
import { HeadroomError } from "@headroom/core";
import type { BodyMeter, WaitLimits } from "./limits.ts";

/**
 * The bytes as they arrive from the client, counted. If the reader stops early, the stream stays open: destroying a
 * request closes its socket, and then the response that says why couldn't be sent.
 */
export async function* receive(
  stream: Readable,
  meter: BodyMeter,
  limits: WaitLimits,
): AsyncGenerator<Uint8Array> {
  const chunks = stream.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  try {
    while (true) {
      const since = performance.now();
      const next = await orIdle(chunks.next(), limits);
      if (next.done === true) return;
      meter.countReceived(next.value.length, performance.now() - since);
      yield next.value;
    }
  } catch (error) {
    const problem = error instanceof HeadroomError ? error : clientGone(error);
    throw STALLED.has(problem.code) ? (limits.stalled?.(problem) ?? problem) : problem;
  } finally {
    // Releases the stream, so that the rest can be drained. Not awaited, because it may be waiting itself.
    void chunks.return?.();
  }
}

const STALLED: ReadonlySet<string> = new Set(["file-truncated", "upload-too-slow", "upload-too-long"]);

/** Runs only while we wait for the client: the time that the client waits for us isn't its fault. */
export async function orIdle<T>(next: Promise<T>, { idleSeconds, ending }: WaitLimits): Promise<T> {
  const { promise: over, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(
      new HeadroomError("file-truncated", `The client sent nothing for ${idleSeconds} seconds.`, {
        hint: "Upload the file again.",
      }),
    );
  }, idleSeconds * 1_000);
  const end = () => reject(ending?.reason);
  ending?.addEventListener("abort", end);
  if (ending?.aborted === true) end();
  try {
    return await Promise.race([next, over]);
  } finally {
    clearTimeout(timer);
    ending?.removeEventListener("abort", end);
  }
}

function clientGone(cause: unknown): HeadroomError {
  return new HeadroomError("file-truncated", "The client disconnected before the upload finished.", {
    cause,
    hint: "Upload the file again.",
  });
}
