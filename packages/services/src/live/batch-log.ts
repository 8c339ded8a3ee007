import { createHash } from "node:crypto";

export interface LogEntry {
  /** Rises with every entry of a partition. */
  position: number;
  body: Uint8Array;
}

/**
 * Keeps what arrives live between its acceptance and its counting. Order within a partition is the order of acceptance; nothing
 * here decides what counts, so an entry may stand in it twice.
 */
export interface BatchLog {
  readonly partitions: number;
  /** Resolves when the entry is durable. */
  append(partition: number, body: Uint8Array): Promise<void>;
  /** A page of the entries after a position, oldest first; empty at the end. The same position may be read again. */
  read(partition: number, after: number): Promise<LogEntry[]>;
  /** The partitions that have entries after these positions. */
  behind(positions: ReadonlyMap<number, number>): Promise<number[]>;
  /** Resolves soon after this process has appended something, or after the time. */
  appended(millis: number, signal: AbortSignal): Promise<void>;
  /** Drops what was counted long enough ago, and never anything else. */
  trim(): Promise<number>;
}

/** All writers of a run meet in one partition, where they are counted in one place. */
export function partitionOf(log: Pick<BatchLog, "partitions">, workspaceId: string, subject: string): number {
  const digest = createHash("sha256").update(`${workspaceId} ${subject}`).digest();
  return digest.readUInt32BE(0) % log.partitions;
}
