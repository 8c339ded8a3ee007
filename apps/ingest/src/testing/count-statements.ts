import type { FastifyInstance } from "fastify";
import { openServices, StorageLimit, Uploads } from "@headroom/services";
import { buildApp } from "../build-app.ts";
import { ParserPool } from "../upload/parser-pool.ts";
import { openStatementProxy } from "@headroom/services/testing";
import type { TestApp } from "./test-app.ts";

/** What an app asks of its database. A message is one way there and back, and may hold several statements. */
export interface Asked {
  messages: number;
  statements: string[];
  transactions: number;
}

export interface CountingApp {
  app: FastifyInstance;
  /** Everything since the last call. */
  take(): Asked;
  close(): Promise<void>;
}

/** Another app on the world's database, whose every statement is seen on its way there. */
export async function openCountingApp(world: TestApp): Promise<CountingApp> {
  let messages: string[] = [];
  const proxy = await openStatementProxy(world.test.url, (message) => messages.push(message) > 0);
  const { db } = openServices({ url: proxy.url, directUrl: world.test.url });
  const services = { ...world.test.services, db };
  const [uploads, parsers] = [new Uploads(services), new ParserPool(1)];
  // Asked for every ten seconds, it would be among an upload's statements now and then.
  const storageLimit = new StorageLimit(null, { rememberMillis: Number.MAX_SAFE_INTEGER });
  const { app } = buildApp({ ...world.deps, services, uploads, parsers, storageLimit });
  await app.ready();
  return {
    app,
    take() {
      const statements = messages.flatMap(statementsIn);
      const taken = {
        messages: messages.length,
        statements,
        transactions: statements.filter((one) => /^begin/i.test(one)).length,
      };
      messages = [];
      return taken;
    },
    async close() {
      await app.close();
      await uploads.close();
      await parsers.close();
      await db.close();
      await proxy.close();
    },
  };
}

/** No statement of ours has a semicolon within. */
function statementsIn(message: string): string[] {
  return message
    .split(";")
    .map((one) => one.replaceAll(/\s+/g, " ").trim())
    .filter((one) => one !== "");
}

/** "3 x select id from part", most frequent first. */
export function grouped({ messages, statements, transactions }: Asked): string {
  const counts = new Map<string, number>();
  for (const one of statements) counts.set(one, (counts.get(one) ?? 0) + 1);
  const lines = [...counts]
    .toSorted((a, b) => b[1] - a[1])
    .map(([text, times]) => `${times} x ${text.slice(0, 160)}`);
  const head = `${statements.length} statements in ${messages} messages and ${transactions} transactions`;
  return `${[head, ...lines].join("\n")}\n`;
}
