import { HeadroomError } from "@headroom/core";
import type { KeptFileToRead, OpenKeptFile } from "@headroom/services";
import type { BodyLimits } from "../body/limits.ts";
import { filesIn, openKept } from "../kept-files/read-kept.ts";
import type { KeptFileStore } from "../kept-files/store.ts";
import type { ParserPool } from "../upload/parser-pool.ts";
import { readingOf } from "../upload/reading.ts";
import { openSource } from "../upload/source.ts";

/** Opens the kept files of an upload, to be read as they were then. Their size was checked on arrival. */
export function openKeptSource({
  store,
  parsers,
  bodyLimits,
}: {
  store: KeptFileStore;
  parsers: ParserPool;
  bodyLimits: BodyLimits;
}): (file: KeptFileToRead, signal: AbortSignal) => Promise<OpenKeptFile> {
  const limits = { ...bodyLimits, bodyBytes: Infinity, decodedBytes: Infinity, ratio: Infinity };
  return async ({ key, kept, upload }, signal) => {
    const stream = await openKept(store, { key, encoding: kept.encoding });
    // Uploads from before parameters were checked still have to be read.
    const reading = { ...readingOf(upload.parameters), refusesUnused: false };
    const stop = () => stream.destroy(new HeadroomError("not-ready", "The server is stopping."));
    signal.addEventListener("abort", stop, { once: true });
    return {
      source: openSource(filesIn(stream, kept.files), reading, limits, parsers),
      close() {
        signal.removeEventListener("abort", stop);
        stream.destroy();
      },
    };
  };
}
