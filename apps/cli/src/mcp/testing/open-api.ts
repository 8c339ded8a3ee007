import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { Writable } from "node:stream";
import { onTestFinished } from "vitest";
import { readCliEnv } from "../../env.ts";
import { Api } from "../api.ts";

/** A server with fixed answers, what it was asked, and an API to it. */
export async function openApi(answers: Record<string, object>) {
  const asked: { route: string; body: unknown }[] = [];
  const server = createServer((incoming, outgoing) => {
    const route = `${incoming.method} ${incoming.url}`;
    const answer = JSON.stringify(answers[route]);
    const sent = incoming.method === "GET" ? Promise.resolve(null) : json(incoming);
    void sent.then((body) => {
      asked.push({ route, body });
      outgoing.end(answer);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const stderr = new Writable({ write: (_chunk, _encoding, done) => done() });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const world = { env: readCliEnv({}), sleep: async () => {}, random: () => 1, now: () => 0, stderr };
  return { api: new Api({ url, token: "secret", world }), asked };
}
