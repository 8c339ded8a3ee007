import pg from "pg";

/** Says which services and runs have changed. It carries IDs only: everybody reads for themselves what they may see. */
const CHANNEL = "headroom_changed";
const FIRST_PAUSE_MILLIS = 500;
const LONGEST_PAUSE_MILLIS = 10_000;
/** A connection that a firewall has forgotten looks open. */
const CHECK_EVERY_MILLIS = 15_000;

/** Never in a transaction that writes data: all of them would wait for one lock when they commit. */
export async function sendNotices(ask: Ask, ids: readonly string[]): Promise<void> {
  await ask("select pg_notify($1, id) from unnest($2::text[]) id", [CHANNEL, ids]);
}

type Ask = (sql: string, parameters: unknown[]) => Promise<unknown>;

export interface NoticeListener {
  heard: (id: string) => void;
  /** The connection is back: anything can have changed meanwhile. */
  missed: () => void;
}

/** Listens on a connection of its own, and connects again for as long as it isn't closed. */
export function listenForNotices(
  directUrl: string,
  { heard, missed }: NoticeListener,
): { close(): Promise<void> } {
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let pause = FIRST_PAUSE_MILLIS;
  let isClosed = false;

  function later(): void {
    if (isClosed) return;
    timer = setTimeout(() => void connect(), pause);
    pause = Math.min(pause * 2, LONGEST_PAUSE_MILLIS);
  }

  async function connect(): Promise<void> {
    const opened = new pg.Client({
      connectionString: directUrl,
      application_name: "headroom feed",
      connectionTimeoutMillis: 5_000,
      query_timeout: 10_000,
      keepAlive: true,
    });
    let isOver = false;
    const over = () => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      if (client === opened) client = null;
      void opened.end().catch(() => undefined);
      later();
    };
    opened.on("error", over).on("end", over);
    opened.on("notification", ({ payload }) => {
      if (payload !== undefined) heard(payload);
    });
    try {
      await opened.connect();
      await opened.query(`listen ${CHANNEL}`);
    } catch {
      over();
      return;
    }
    if (isClosed) return void opened.end().catch(() => undefined);
    client = opened;
    pause = FIRST_PAUSE_MILLIS;
    missed();
    const check = () => {
      timer = setTimeout(() => void opened.query("select 1").then(check, over), CHECK_EVERY_MILLIS);
    };
    check();
  }

  void connect();
  return {
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
