import { setTimeout as wait } from "node:timers/promises";
import { HeadroomError } from "@headroom/core";
import { isLockTimeout } from "../availability.ts";
import type { Database } from "../database.ts";

export interface LogEntry {
  position: number;
  body: Uint8Array;
}

export interface TableLogOptions {
  /** Refuses further batches once the log takes this much; what is uncounted is never dropped. */
  maxBytes?: number;
  /** How long counted entries stay, for a replica or a restored backup that lies behind. */
  keepHours?: number;
}

interface Waiting {
  partition: number;
  body: Uint8Array;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/** As the migration makes them. */
const PARTITIONS = 64;
/** Lets batches gather into one transaction; a lone one is hardly slower for it. */
const GATHER_MILLIS = 5;
/** One transaction takes what waits up to here. */
const FLUSH_BYTES = 8_000_000;
const FLUSH_ENTRIES = 2_000;
const READ_ENTRIES = 500;
/** A body takes several times as much once it is read. */
const READ_BYTES = 4_000_000;
const DEFAULT_MAX_BYTES = 8e9;
const MEASURE_EVERY_MILLIS = 10_000;
const TRIM_PATIENCE_MILLIS = 500;

// One statement: the head's row is held for a commit only, and the positions of a transaction are without gaps.
const APPEND = `with head as (update live_log_head set next = next + $1 returning next - $1 as first)
  insert into live_log (accepted_at, position, partition, body)
  select now(), head.first + given.place - 1, given.partition, substring($3::bytea from given.start for given.length)
  from head, unnest($2::smallint[], $4::integer[], $5::integer[]) with ordinality as given (partition, start, length, place)`;

// The running total stops a page of large bodies; its first entry is always read.
const READ = `select position, body from (
    select position, body, sum(octet_length(body)) over (order by position) - octet_length(body) as before
    from (
      select position, body from live_log where partition = $1 and position > $2 order by position limit ${READ_ENTRIES}
    ) page
  ) sized where before < ${READ_BYTES} order by position`;

/** The log as a table: pending entries are written in one transaction, and `append` resolves once they are durable. */
export class TableLog {
  readonly partitions = PARTITIONS;
  readonly #db: Database;
  readonly #maxBytes: number;
  readonly #keepHours: number;
  #waiting: Waiting[] = [];
  #isFlushing = false;
  #bytes = { measuredAt: -Infinity, full: false };
  #hasNews = false;
  #woken: (() => void) | null = null;

  constructor(db: Database, { maxBytes = DEFAULT_MAX_BYTES, keepHours = 1 }: TableLogOptions = {}) {
    this.#db = db;
    this.#maxBytes = maxBytes;
    this.#keepHours = keepHours;
  }

  /** Resolves when the entry is durable. */
  append(partition: number, body: Uint8Array): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      this.#waiting.push({ partition, body, resolve, reject });
      if (!this.#isFlushing) void this.#flushAll();
    });
  }

  /** The entries after a position, oldest first; none at the end. */
  async read(partition: number, after: number): Promise<LogEntry[]> {
    return this.#db.asJobs((tx) => tx.query<LogEntry>(READ, [partition, after]), { patient: true });
  }

  /** The partitions that have entries after these positions. */
  async behind(positions: ReadonlyMap<number, number>): Promise<number[]> {
    const rows = await this.#db.asJobs(
      (tx) =>
        tx.query<{ partition: number }>(
          `select p.partition from unnest($1::smallint[], $2::bigint[]) as p (partition, position)
           where exists (select from live_log l where l.partition = p.partition and l.position > p.position)`,
          [[...positions.keys()], [...positions.values()]],
        ),
      { patient: true },
    );
    return rows.map(({ partition }) => partition);
  }

  /**
   * Drops what was counted long enough ago; returns how many hours went. None while a backup reads the log: readers would
   * queue behind a drop that waits for it.
   */
  async trim(): Promise<number> {
    try {
      const [row] = await this.#db.asJobs(async (tx) => {
        await tx.query("select set_config('lock_timeout', $1, true)", [`${TRIM_PATIENCE_MILLIS}ms`]);
        return tx.query<{ hours: number }>("select trim_live_log(make_interval(hours => $1)) as hours", [
          this.#keepHours,
        ]);
      });
      return row?.hours ?? 0;
    } catch (error) {
      if (isLockTimeout(error)) return 0;
      throw error;
    }
  }

  /** Resolves when this process has appended something since the last call, or after the time. */
  async appended(millis: number, signal: AbortSignal): Promise<void> {
    if (!this.#hasNews) {
      const woken = new Promise<void>((resolve) => {
        this.#woken = resolve;
      });
      await Promise.race([woken, wait(millis, undefined, { signal, ref: false })]);
      this.#woken = null;
    }
    this.#hasNews = false;
  }

  async #flushAll(): Promise<void> {
    this.#isFlushing = true;
    await wait(GATHER_MILLIS);
    while (this.#waiting.length > 0) await this.#flush(this.#take());
    this.#isFlushing = false;
  }

  #take(): Waiting[] {
    let [count, bytes] = [0, 0];
    for (const { body } of this.#waiting) {
      if (count > 0 && (bytes + body.length > FLUSH_BYTES || count === FLUSH_ENTRIES)) break;
      count += 1;
      bytes += body.length;
    }
    return this.#waiting.splice(0, count);
  }

  async #flush(entries: readonly Waiting[]): Promise<void> {
    try {
      await this.#requireRoom();
      const lengths = entries.map(({ body }) => body.length);
      let end = 1;
      const starts = lengths.map((length) => (end += length) - length);
      const partitions = entries.map(({ partition }) => partition);
      // Bytes in an array would travel as text.
      const bodies = Buffer.concat(entries.map(({ body }) => body));
      await this.#db.asJobs((tx) => tx.query(APPEND, [entries.length, partitions, bodies, starts, lengths]));
    } catch (error) {
      for (const { reject } of entries) reject(error);
      return;
    }
    for (const { resolve } of entries) resolve();
    this.#hasNews = true;
    this.#woken?.();
  }

  async #requireRoom(): Promise<void> {
    const now = Date.now();
    if (now - this.#bytes.measuredAt > MEASURE_EVERY_MILLIS) {
      const [row] = await this.#db.asJobs((tx) =>
        tx.query<{ bytes: number }>("select live_log_bytes() as bytes"),
      );
      this.#bytes = { measuredAt: now, full: (row?.bytes ?? 0) >= this.#maxBytes };
    }
    if (!this.#bytes.full) return;
    throw new HeadroomError(
      "live-log-full",
      "The live log is full: data arrives faster than it is counted.",
      {
        hint: "Try again in a few seconds. Nothing that was accepted is lost.",
      },
    );
  }
}
