import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestApp } from "../testing/test-app.ts";
import type { TestApp } from "../testing/test-app.ts";

let world: TestApp;
let last: Record<string, unknown> = {};
beforeAll(async () => {
  world = await createTestApp({ logLevel: "info" });
  const streams = Object.getOwnPropertySymbols(world.app.log).map((key) => Reflect.get(world.app.log, key));
  const stream = streams.find((one) => typeof one === "object" && one !== null && "write" in one);
  Object.assign(stream, { write: (line: string) => (last = JSON.parse(line)) });
});
afterAll(() => world.close());

it("the lines of a request name its workspace and its token, also if it is refused", async () => {
  const { home, test, app } = world;
  const { id } = await test.db.inWorkspace(home.workspaceId, ({ prisma }) =>
    prisma.token.findFirstOrThrow({ where: { name: "reader" }, select: { id: true } }),
  );
  const ask = async (method: "GET" | "POST", token: string) =>
    (await app.inject({ method, url: "/v1/runs", headers: { authorization: `Bearer ${token}` } })).statusCode;
  expect(await ask("GET", home.readToken)).toBe(200);
  expect(last).toMatchObject({ workspace: home.workspaceId, token: id });
  expect(await ask("POST", home.readToken)).toBe(403);
  expect(last).toMatchObject({ workspace: home.workspaceId, token: id });
  expect(await ask("GET", "hr_read_nobody")).toBe(401);
  expect(last).not.toHaveProperty("workspace");
});
