import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { noteSenders } from "./note-sender.ts";
import { visitorOf } from "./visitor.ts";

/** Answers with the address it takes a request to come from, with no proxy in front. */
const server = createServer(({ headers }, answer) => {
  const forwarded = headers["x-forwarded-for"];
  answer.end(visitorOf(new Headers({ "x-forwarded-for": String(forwarded) }), 0).address);
});

beforeAll(async () => {
  noteSenders();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

async function ask(headers: Record<string, string>): Promise<string> {
  const { port } = server.address() as AddressInfo;
  return (await fetch(`http://127.0.0.1:${port}/`, { headers })).text();
}

it("identifies a client by its connection, whatever its headers claim", async () => {
  expect(await ask({})).toBe("127.0.0.1");
  expect(await ask({ "x-forwarded-for": "203.0.113.9" })).toBe("127.0.0.1");
  expect(await ask({ "x-forwarded-for": "203.0.113.9, 198.51.100.4" })).toBe("127.0.0.1");
});
