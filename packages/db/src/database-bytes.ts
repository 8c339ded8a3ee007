import type { WorkspaceTx } from "./workspace-tx.ts";

/** The size of the whole database on its disk. The server's write-ahead log isn't part of it. */
export async function databaseBytes(tx: WorkspaceTx): Promise<number> {
  const [row] = await tx.query<{ bytes: string }>("select pg_database_size(current_database()) as bytes");
  return Number(row?.bytes);
}
