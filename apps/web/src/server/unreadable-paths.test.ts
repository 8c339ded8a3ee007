import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { rewriteUnreadablePaths } from "./unreadable-paths.ts";

const server = createServer(({ method, url }, answer) => answer.end(`${method} ${url}`));

beforeAll(async () => {
  rewriteUnreadablePaths();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

/** Sends the path as given; `fetch` would normalize it. */
function ask(path: string, method = "GET"): Promise<string> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, path, method }, (answer) => {
      answer.setEncoding("utf8").on("data", resolve);
    });
    sent.on("error", reject).end();
  });
}

it.each(["/runs/%FF", "/share/%", "/runs/%E0%A4%A/export/page.html?window=all"])(
  "rewrites a path that cannot be decoded: %s",
  async (path) => expect(await ask(path)).toBe("GET /unreadable"),
);

it.each(["/", "/experiments?q=%FF", "/runs/%C3%A4?window=all", "/a%2Fb"])(
  "leaves any other path as it is: %s",
  async (path) => expect(await ask(path)).toBe(`GET ${path}`),
);

it.each([
  ["TRACE", "/experiments"],
  ["OPTIONS", "*"],
])(
  "treats a request that no page answers as one for a page that isn't there: %s %s",
  async (method, path) => {
    expect(await ask(path, method)).toBe("GET /unreadable");
  },
);
