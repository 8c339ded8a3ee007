import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

export interface Figures {
  count: number;
  min: number;
  mean: number;
  p50: number;
  p90: number;
  p95: number;
  p99: number;
  "p99.9": number;
  max: number;
}

/** What a file holds, found out without any code of ours. Latencies in milliseconds, percentiles by nearest rank. */
interface Truth {
  requests: number;
  errors: number;
  started_at: string;
  ended_at: string;
  labels: Record<string, { requests: number; errors: number; latency_ms: Figures }>;
  latency_ms: Figures;
  latency_ms_ok_only: Figures;
  /** Rows of the other kinds, by label. */
  transactions?: Record<string, number>;
  hops?: Record<string, number>;
  expect?: { line?: number; lines?: number[]; rejected_rows?: number; warnings?: string[] };
}

export interface Fixture {
  format: string;
  name: string;
  bytes: Uint8Array;
  truth: Truth;
}

const FILES = join(import.meta.dirname, "file");
const TRUTH = ".truth.json";

/** Every fixture of every format: `file/<format>/fixtures/<name>` (or `<name>.gz`) and `<name>.truth.json` beside it. */
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
