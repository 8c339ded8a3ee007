import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { loggedUrl, logRequests, noteSender, REQUEST_ID } from "./log-requests.ts";
import { noteSenders } from "./note-sender.ts";

const lines: Record<string, unknown>[] = [];
const server = createServer(({ headers, url }, answer) => {
  const requestId = String(headers[REQUEST_ID]);
  if (url !== "/open") noteSender({ requestId, user: `user of ${url}`, workspace: "w" });
  answer.writeHead(url === "/open" ? 401 : 200).end(requestId);
});

beforeAll(async () => {
  noteSenders();
  logRequests(1, (line) => lines.push(JSON.parse(line)));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

async function ask(path: string): Promise<Response> {
  const { port } = server.address() as AddressInfo;
  const headers = { "x-forwarded-for": "198.51.100.7, 192.0.2.1", [REQUEST_ID]: "made up" };
  return fetch(`http://127.0.0.1:${port}${path}`, { headers });
}

it("says who sent which request, from where, and what became of it", async () => {
  const answers = await Promise.all([ask("/a"), ask("/b"), ask("/open")]);
  await expect.poll(() => lines.length).toBe(3);
  for (const answer of answers) expect(await answer.text()).toBe(answer.headers.get(REQUEST_ID));
  const lineOf = (url: string) => lines.find((line) => line["url"] === url);
  for (const url of ["/a", "/b"])
    expect(lineOf(url)).toEqual({
      level: "info",
      time: expect.stringMatching(/^20.*Z$/),
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      user: `user of ${url}`,
      workspace: "w",
      method: "GET",
      url,
      status: 200,
      milliseconds: expect.any(Number),
      address: "192.0.2.1",
    });
  expect(lineOf("/open")).toMatchObject({ status: 401 });
  expect(lineOf("/open")).not.toHaveProperty("user");
});

it("leaves out probes and files of the build", async () => {
  const before = lines.length;
  await Promise.all([ask("/healthz"), ask("/readyz"), ask("/_next/static/a.js")]);
  await ask("/last");
  await expect.poll(() => lines.length).toBe(before + 1);
});

it.each([
  ["/share/0123456789abcdef/feed?x=1", "/share/…?x=…"],
  ["/invitations/0123456789abcdef", "/invitations/…"],
  ["/reset/0123456789abcdef", "/reset/…"],
  ["/api/auth/reset-password/0123456789abcdef", "/api/auth/…"],
  ["/sign-in?link=0123456789abcdef&next=%2Fruns", "/sign-in?link=…&next=…"],
  [
    "/runs/01a1fe48-0000-7000-8000-000000000000?tab=labels",
    "/runs/01a1fe48-0000-7000-8000-000000000000?tab=…",
  ],
])("has no secret of %s", (url, logged) => expect(loggedUrl(url)).toBe(logged));
