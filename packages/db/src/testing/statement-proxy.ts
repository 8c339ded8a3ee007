import { connect, createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";

export interface StatementProxy {
  /** The database's address through the proxy. */
  url: string;
  close(): Promise<void>;
}

/**
 * Stands between a process and PostgreSQL, and sees each statement before the server does. Once `see` answers false, nothing
 * more is passed on, that statement included.
 */
export async function openStatementProxy(
  databaseUrl: string,
  see: (statement: string, connection: object) => boolean,
): Promise<StatementProxy> {
  const target = new URL(databaseUrl);
  const open = new Set<Socket>();
  let isCut = false;
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname);
    for (const socket of [client, database]) {
      open.add(socket);
      // Without it, each statement waits for 40 ms: a small message follows one that isn't acknowledged yet.
      socket.setNoDelay(true);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        open.delete(socket);
        client.destroy();
        database.destroy();
      });
    }
    database.pipe(client);
    const reader = new StatementReader();
    client.on("data", (bytes) => {
      for (const { message, statement } of reader.read(bytes)) {
        if (statement !== null && !isCut) isCut = !see(statement, client);
        if (!isCut) database.write(message);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = new URL(databaseUrl);
  url.hostname = "127.0.0.1";
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const PARSE = "P".charCodeAt(0);
const BIND = "B".charCodeAt(0);
const QUERY = "Q".charCodeAt(0);

/** Reads PostgreSQL's frontend protocol, without encryption: a message without a type first, then those with one. */
class StatementReader {
  #rest: Buffer = Buffer.alloc(0);
  #isStarted = false;
  /** Of prepared statements, by name. */
  readonly #texts = new Map<string, string>();

  *read(bytes: Buffer): Generator<{ message: Buffer; statement: string | null }> {
    this.#rest = Buffer.concat([this.#rest, bytes]);
    for (;;) {
      const head = this.#isStarted ? 1 : 0;
      if (this.#rest.length < head + 4) return;
      const size = head + this.#rest.readUInt32BE(head);
      if (this.#rest.length < size) return;
      const message = this.#rest.subarray(0, size);
      this.#rest = this.#rest.subarray(size);
      const statement = this.#isStarted ? this.#statementOf(message) : null;
      this.#isStarted = true;
      yield { message, statement };
    }
  }

  #statementOf(message: Buffer): string | null {
    const [first = "", second = ""] = message.subarray(5).toString("latin1").split("\0", 2);
    if (message[0] === QUERY) return first;
    if (message[0] === PARSE) this.#texts.set(first, second);
    // Its portal comes first.
    return message[0] === BIND ? (this.#texts.get(second) ?? "") : null;
  }
}
