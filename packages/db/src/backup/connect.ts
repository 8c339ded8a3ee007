import pg from "pg";

/** A connection to a database of this server, without the time limits of the product: tables can be large. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    application_name: "headroom backup",
    keepAlive: true,
    options: "-c statement_timeout=0 -c idle_in_transaction_session_timeout=0 -c search_path=public",
  });
  await client.connect();
  // Reported by the query that it breaks.
  client.on("error", () => undefined);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export function atDatabase(url: string, database: string): string {
  const other = new URL(url);
  other.pathname = `/${encodeURIComponent(database)}`;
  return other.href;
}

export function databaseOf(url: string): string {
  return decodeURIComponent(new URL(url).pathname.slice(1));
}
