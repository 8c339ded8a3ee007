import type { Memory } from "./watch-health.ts";

/** What one fault did. Null: it doesn't apply, or wasn't measured. */
export interface ChaosRow {
  fault: string;
  /** What was tried, and what came of it. */
  outcome: string;
  /** Uploads that were answered and are gone, or were stored more than once, or with wrong counts. */
  lost: number;
  doubled: number;
  /** Seconds until ingest took uploads again, after each kill. */
  back: readonly number[];
  /** Milliseconds. */
  healthP99: { web: number; ingest: number } | null;
  memory: { before: Memory; peak: Memory; after: Memory } | null;
}

export const HEADINGS = [
  "fault",
  "what came of it",
  "lost",
  "doubled",
  "back after",
  "healthz p99, web / ingest",
  "web MB before / most / after",
  "ingest MB before / most / after",
];

export function cellsOf(row: ChaosRow): string[] {
  const memory = (which: keyof Memory) =>
    row.memory === null
      ? ""
      : [row.memory.before, row.memory.peak, row.memory.after].map((at) => String(at[which])).join(" / ");
  return [
    row.fault,
    row.outcome,
    String(row.lost),
    String(row.doubled),
    backWords(row.back),
    row.healthP99 === null ? "" : `${Math.round(row.healthP99.web)} / ${Math.round(row.healthP99.ingest)} ms`,
    memory("web"),
    memory("ingest"),
  ];
}

function backWords(back: readonly number[]): string {
  const sorted = back.toSorted((a, b) => a - b);
  const [most] = sorted.slice(-1);
  if (most === undefined) return "";
  const middle = sorted[Math.floor(sorted.length / 2)] ?? most;
  return sorted.length === 1
    ? `${most.toFixed(1)} s`
    : `${middle.toFixed(1)} s, at most ${most.toFixed(1)} s`;
}
