import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { afterEach, describe, expect, it } from "vitest";
import { Client } from "./client.ts";

type Answer = (incoming: IncomingMessage, outgoing: ServerResponse, count: number) => void;

let close: () => Promise<void> = async () => {};
afterEach(() => close());

async function openClient(answer: Answer) {
  let count = 0;
  const server = createServer((incoming, outgoing) => answer(incoming, outgoing, ++count));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  close = async () => {
    server.closeAllConnections();
    server.close();
  };
  const waits: number[] = [];
  const client = new Client({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token: "secret",
    world: { sleep: async () => {}, random: () => 1 },
    onRetry: (_why, waitMillis) => waits.push(waitMillis),
  });
  return { client, waits, count: () => count };
}

const problem = (code: string, status: number) =>
  JSON.stringify({
    type: "about:blank",
    title: "No",
    status,
    code,
    detail: `It is ${code}.`,
    instance: "x",
    hint: "Wait.",
  });

const get = { method: "GET", path: "/" } as const;

describe("asking the server", () => {
  it("sends the token, and reads JSON", async () => {
    const { client } = await openClient((incoming, outgoing) =>
      outgoing.end(JSON.stringify(incoming.headers.authorization)),
    );
    expect(await client.send(get)).toBe("Bearer secret");
  });

  it.each([
    ["quota-exceeded", 429],
    ["workspace-full", 507],
  ])("gives up on %s: it would wait for hours", async (code, status) => {
    const { client, waits } = await openClient((_incoming, outgoing) =>
      outgoing.writeHead(status, { "retry-after": "40000" }).end(problem(code, status)),
    );
    await expect(client.send(get)).rejects.toMatchObject({ code });
    expect(waits).toEqual([]);
  });

  it("tries again with growing waits where another try may help", async () => {
    const { client, waits } = await openClient((incoming, outgoing, count) => {
      if (count <= 2) incoming.socket.destroy();
      else if (count === 3) outgoing.writeHead(503).end(problem("unavailable", 503));
      else outgoing.end('"done"');
    });
    expect(await client.send({ method: "POST", path: "/", body: () => Readable.from(["a", "b"]) })).toBe(
      "done",
    );
    expect(waits).toEqual([500, 1_000, 2_000]);
  });

  it("waits as long as the server asks", async () => {
    const { client, waits } = await openClient((_incoming, outgoing, count) => {
      if (count === 1) outgoing.writeHead(409, { "retry-after": "7" }).end(problem("in-progress", 409));
      else outgoing.end("1");
    });
    await client.send(get);
    expect(waits).toEqual([7_000]);
  });

  it("takes a refusal at its word, and says it in the server's words", async () => {
    const { client, count } = await openClient((_incoming, outgoing) =>
      outgoing.writeHead(422).end(problem("file-empty", 422)),
    );
    await expect(client.send(get)).rejects.toMatchObject({
      code: "file-empty",
      message: "It is file-empty.",
      hint: "Wait.",
    });
    expect(count()).toBe(1);
  });

  it("hears a refusal that comes before all was sent", async () => {
    const { client } = await openClient((_incoming, outgoing) =>
      outgoing.writeHead(413, { connection: "close" }).end(problem("body-too-large", 413)),
    );
    const endless = () =>
      new Readable({
        read() {
          this.push(Buffer.alloc(65_536));
        },
      });
    await expect(client.send({ method: "POST", path: "/", body: endless })).rejects.toMatchObject({
      code: expect.stringMatching(/body-too-large|unavailable/),
    });
  });

  it("gives up after eight tries, and does not repeat what can be sent once", async () => {
    const { client, count } = await openClient((incoming) => incoming.socket.destroy());
    await expect(client.send({ ...get, once: true })).rejects.toMatchObject({ code: "unavailable" });
    expect(count()).toBe(1);
    await expect(client.send(get)).rejects.toMatchObject({ code: "unavailable" });
    expect(count()).toBe(9);
  });

  it("reports a server that isn't Headroom", async () => {
    const { client } = await openClient((_incoming, outgoing) => outgoing.writeHead(404).end("<html>"));
    await expect(client.send(get)).rejects.toThrow("but not with a Headroom error");
  });
});
