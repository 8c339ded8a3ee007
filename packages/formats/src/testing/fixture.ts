import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { ParseOptions } from "../parser.ts";

/** In milliseconds; by nearest rank if the file contains samples, otherwise as the file says. Null: the file doesn't say. */
export type Figures = Record<"min" | "mean" | "max" | `p${number}`, number | null> & { count?: number };

interface LabelTruth {
  requests: number;
  errors: number | null;
  errors_at_least?: number;
  latency_ms?: Figures;
}

/** What a file contains, determined without any of our code. */
export interface Truth {
  requests: number | null;
  errors: number | null;
  /** If the file contains only some of the errors. */
  errors_at_least?: number;
  started_at: string | null;
  ended_at: string | null;
  /** Where the two above come from if they aren't in the file. */
  timestamps_from?: string;
  labels?: Record<string, LabelTruth>;
  latency_ms: Figures | null;
  latency_ms_ok_only?: Figures;
  /** Rows of the other kinds, by label. */
  transactions?: Record<string, number>;
  hops?: Record<string, number>;
  /** The warnings a reader must get. */
  options?: ParseOptions;
  expect?: { line?: number; lines?: number[]; rejected_rows?: number; warnings?: string[] };
}

export interface Fixture {
  format: string;
  name: string;
  bytes: Uint8Array;
  truth: Truth;
}

const FILES = join(import.meta.dirname, "../file");
const TRUTH = ".truth.json";

/** Every fixture of every format: `file/<format>/fixtures/<name>` (or `<name>.gz`), with `<name>.truth.json` next to it. */
export function readFixtures(): Fixture[] {
  return readdirSync(FILES).flatMap((format) => {
    const folder = join(FILES, format, "fixtures");
    const files = readdirSync(folder);
    return files
      .filter((file) => file.endsWith(TRUTH))
      .map((file) => {
        const name = file.slice(0, -TRUTH.length);
        const truth: Truth = JSON.parse(readFileSync(join(folder, file), "utf8"));
        const bytes = files.includes(name)
          ? readFileSync(join(folder, name))
          : gunzipSync(readFileSync(join(folder, `${name}.gz`)));
        return { format, name, bytes, truth };
      });
  });
}
