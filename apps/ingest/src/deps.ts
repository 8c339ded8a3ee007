import type { Services, Uploads } from "@headroom/services";
import type { BodyLimits } from "./body/limits.ts";
import type { ImportLimits, LiveLimits } from "@headroom/services";
import type { KeptFileStore } from "./kept-files/store.ts";
import type { ParserPool } from "./upload/parser-pool.ts";

/** Everything that the app stands on, passed in: a test gives its own. */
export interface Deps {
  services: Services;
  uploads: Uploads;
  parsers: ParserPool;
  /** Null: no uploaded file is kept. */
  keptFiles: KeptFileStore | null;
  webUrl: string;
  /** Of the installation: signs the tickets of the upload page. */
  secret: Uint8Array;
  /** Null: mails are printed into the log. */
  smtp: { url: string; from: string } | null;
  bodyLimits: BodyLimits;
  importLimits: ImportLimits;
  /** `batchBytes`: of one body of a live run, decoded. */
  liveLimits: LiveLimits & { batchBytes: number };
  /** Uploads that are read at the same time; the next one is asked to come again. */
  uploadsAtOnce: number;
  logLevel: string;
}
