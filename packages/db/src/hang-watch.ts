import pg from "pg";

/** Longer than most statements take, so that a probe is rare. */
const SUSPICIOUS_MILLIS = 2_000;
const LOOK_EVERY_MILLIS = 500;
const PROBE_EVERY_MILLIS = 3_000;
const PROBE_MILLIS = 4_000;
/** After its own time limit, the server may still need a moment to end a statement. */
const GRACE_MILLIS = 5_000;

/** A connection that knows since when it has been waiting for the server. */
export class WatchedClient extends pg.Client {
  #busySince: number | null = null;
  /** The server's own limit for a statement. */
  statementTimeoutSeconds = 30;

  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const query = this.query.bind(this) as (...given: unknown[]) => unknown;
    this.query = ((...given: unknown[]) => {
      this.#busySince ??= performance.now();
      return query(...given);
    }) as typeof this.query;
    this.on("drain", () => {
      this.#busySince = null;
    });
  }

  busyMillis(now: number): number {
    return this.#busySince === null ? 0 : now - this.#busySince;
  }

  /** Fails what is under way, and what is asked of this connection later. */
  cut(): void {
    void this.end().catch(() => undefined);
  }
}

/**
 * Notices a database that hangs: its connections are open, and nothing answers, so that neither the server's own time limits nor
 * the network end a statement. While a statement takes long, another connection asks whether the server is there. If it isn't,
 * everything under way fails, and so does anything new until the server answers again.
 */
export class HangWatch {
  readonly #connectionString: string;
  readonly #clients = new Set<WatchedClient>();
  readonly #timer: NodeJS.Timeout;
  #isProbing = false;
  #probedAt = -Infinity;
  #hangs = false;

  constructor(connectionString: string) {
    this.#connectionString = connectionString;
    this.#timer = setInterval(() => void this.#look(), LOOK_EVERY_MILLIS).unref();
  }

  watch(client: WatchedClient): void {
    this.#clients.add(client);
    client.once("end", () => this.#clients.delete(client));
  }

  /** Throws if the database hangs. */
  assertAnswers(): void {
    if (this.#hangs) throw Object.assign(new Error("the database doesn't answer"), { code: "ETIMEDOUT" });
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #look(): Promise<void> {
    const now = performance.now();
    for (const client of this.#clients)
      if (client.busyMillis(now) > client.statementTimeoutSeconds * 1_000 + GRACE_MILLIS) client.cut();
    const isSuspicious = [...this.#clients].some((client) => client.busyMillis(now) > SUSPICIOUS_MILLIS);
    if (this.#isProbing || !(this.#hangs || isSuspicious) || now - this.#probedAt < PROBE_EVERY_MILLIS)
      return;
    this.#isProbing = true;
    this.#hangs = !(await answers(this.#connectionString, PROBE_MILLIS));
    this.#isProbing = false;
    this.#probedAt = this.#hangs ? -Infinity : performance.now();
    if (this.#hangs) this.#cutBusy();
  }

  #cutBusy(): void {
    const now = performance.now();
    for (const client of this.#clients) if (client.busyMillis(now) > SUSPICIOUS_MILLIS) client.cut();
  }
}

/** A refusal is an answer, too. */
async function answers(connectionString: string, millis: number): Promise<boolean> {
  const client = new pg.Client({
    connectionString,
    application_name: "headroom probe",
    // Later than the answer counts as late: it only closes the socket.
    connectionTimeoutMillis: millis * 2,
  });
  client.on("error", () => undefined);
  const asked = client
    .connect()
    .then(() => client.query("select 1"))
    .then(
      () => true,
      () => true,
    );
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    // An answer that came while this process was busy is read before the time counts as over.
    timer = setTimeout(() => setImmediate(() => setImmediate(() => resolve(false))), millis);
  });
  try {
    return await Promise.race([asked, late]);
  } finally {
    clearTimeout(timer);
    void client.end().catch(() => undefined);
  }
}
