import pg from "pg";

/** The classes of the advisory locks; never renumber. */
const LEASE_LOCK = 18_520;
const COUNTER_LOCK = 18_521;
const RENEW_EVERY_MILLIS = 1_000;

const NONE: ReadonlySet<number> = new Set();

// The server frees the locks of a host that has vanished after so long, rather than after two hours.
const SETTINGS = "set tcp_keepalives_idle = 2; set tcp_keepalives_interval = 1; set tcp_keepalives_count = 2";

// Each process that counts shows that it is there by a lock on its backend's number.
const LOCKS = `select classid::int as class, objid::int as key, pid = pg_backend_pid() as own from pg_locks
  where locktype = 'advisory' and objsubid = 2 and granted and classid in (${LEASE_LOCK}, ${COUNTER_LOCK})
    and database = (select oid from pg_database where datname = current_database())`;

/**
 * Spreads the partitions of the log over the processes that count, by advisory locks on a connection of its own, so that two of
 * them hardly ever read the same. A lease that is wrong does no harm: the position of a partition decides what counts.
 */
export class PartitionLeases {
  readonly #directUrl: string;
  readonly #partitions: number;
  #client: pg.Client | null = null;
  #held = NONE;
  #renewedAt = -Infinity;

  constructor(directUrl: string, partitions: number) {
    this.#directUrl = directUrl;
    this.#partitions = partitions;
  }

  /** The partitions that this process counts: its share, soon after the number of processes has changed. */
  get held(): ReadonlySet<number> {
    return this.#held;
  }

  /** At most once a second. Without the database, none is held. Never while a partition is being counted: it may be given up. */
  async renew(): Promise<ReadonlySet<number>> {
    const now = performance.now();
    if (now - this.#renewedAt < RENEW_EVERY_MILLIS) return this.#held;
    this.#renewedAt = now;
    try {
      this.#client ??= await this.#open();
      this.#held = await this.#balance(this.#client);
    } catch {
      await this.release();
    }
    return this.#held;
  }

  /** Others take what this process held within seconds. */
  async release(): Promise<void> {
    const client = this.#client;
    this.#client = null;
    this.#held = NONE;
    await client?.end().catch(() => undefined);
  }

  async #open(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.#directUrl,
      application_name: "headroom leases",
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
      keepAlive: true,
    });
    client.on("error", () => undefined);
    client.once("end", () => {
      if (this.#client !== client) return;
      this.#client = null;
      this.#held = NONE;
    });
    try {
      await client.connect();
      await client.query(SETTINGS);
      await client.query("select pg_advisory_lock($1, pg_backend_pid())", [COUNTER_LOCK]);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    return client;
  }

  async #balance(client: pg.Client): Promise<ReadonlySet<number>> {
    const { rows } = await client.query<{ class: number; key: number; own: boolean }>(LOCKS);
    const leases = rows.filter((row) => row.class === LEASE_LOCK);
    const counters = rows.length - leases.length;
    const share = Math.ceil(this.#partitions / Math.max(1, counters));
    const held = leases.filter(({ own }) => own).map(({ key }) => key);
    if (held.length > share) return new Set(await giveUp(client, held, share));
    const taken = new Set(leases.map(({ key }) => key));
    const free = Array.from({ length: this.#partitions }, (_, at) => at).filter((at) => !taken.has(at));
    return new Set([...held, ...(await take(client, shuffled(free).slice(0, share - held.length)))]);
  }
}

async function giveUp(client: pg.Client, held: number[], share: number): Promise<number[]> {
  await client.query("select pg_advisory_unlock($1, key) from unnest($2::int[]) key", [
    LEASE_LOCK,
    held.slice(share),
  ]);
  return held.slice(0, share);
}

async function take(client: pg.Client, wanted: number[]): Promise<number[]> {
  if (wanted.length === 0) return [];
  const { rows } = await client.query<{ key: number }>(
    "select key from unnest($2::int[]) key where pg_try_advisory_lock($1, key)",
    [LEASE_LOCK, wanted],
  );
  return rows.map(({ key }) => key);
}

/** Processes that start together don't all try the same ones. */
function shuffled(all: number[]): number[] {
  return all
    .map((one) => ({ one, by: Math.random() }))
    .toSorted((a, b) => a.by - b.by)
    .map(({ one }) => one);
}
