import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { identify, isAlive } from "./live-process.mjs";
import { freePort } from "./ports.mjs";
import type { Addresses } from "./ports.mjs";
import { run } from "./processes.mjs";
import { Stack } from "./stack.mjs";

const home = mkdtempSync(join(tmpdir(), "headroom-stack-"));
afterAll(() => rmSync(home, { recursive: true }));

const web =
  'require("node:http").createServer((_, answer) => answer.end(JSON.stringify(process.env))).listen(PORT, "127.0.0.1")';
const serveWeb = ({ node, port }: { node: string; port: number }) => ({
  command: node,
  args: ["-e", web.replace("PORT", String(port))],
  cwd: home,
  env: {},
});

/** A stack with web only, on somebody else's database, which it never asks. */
async function startStack(addresses?: Addresses) {
  const env = { ...process.env, DATABASE_URL: "postgres://nobody@127.0.0.1:1/none" };
  const ports = { web: await freePort(), ingest: 0, database: 0 };
  const context = { node: process.execPath, env };
  const stack = new Stack(context, {
    dataDir: join(home, "database"),
    logsDir: join(home, "logs"),
    ports,
    ...(addresses && { addresses }),
  });
  await stack.openDatabase();
  const { pid = 0 } = await stack.startWeb(serveWeb);
  const said: string[] = [];
  const pids: (number | null)[] = [];
  const supervise = () =>
    stack.supervise({ say: (text) => said.push(text), onChange: ({ webPid }) => pids.push(webPid) });
  return { stack, said, pids, supervise, first: identify(pid) };
}

describe("a stack", () => {
  it("that is shut down before it is supervised restarts nothing", async () => {
    const { stack, said, supervise, first } = await startStack();
    await stack.shutDown();
    expect(isAlive(first)).toBe(false);
    await supervise();
    expect(said).toEqual([]);
  });

  it("tells its processes the addresses that people use, and reaches them on its own", async () => {
    const { stack } = await startStack({
      webUrl: "https://headroom.example",
      ingestUrl: "https://ingest.headroom.example",
      ingestHost: "0.0.0.0",
    });
    expect(await (await fetch(stack.urls.web)).json()).toMatchObject({
      HEADROOM_WEB_URL: "https://headroom.example",
      HEADROOM_INGEST_URL: "https://ingest.headroom.example",
    });
    await stack.shutDown();
    expect(stack.urls.ingest).toBe("http://127.0.0.1:0");
  });

  it("restarts web while other work goes on, and its end stops both", async () => {
    const { stack, said, pids, supervise, first } = await startStack();
    const supervised = supervise();
    const work = run(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { name: "demo" });
    process.kill(first.pid, "SIGKILL");
    await expect.poll(() => said.length, { timeout: 20_000 }).toBe(2);
    expect(said[0]).toContain("web ended by SIGKILL. Restarting it now.");
    expect(said[1]).toContain("web is running again");
    const second = identify(pids.at(-1) ?? 0);
    expect(isAlive(second)).toBe(true);

    await stack.shutDown();
    await supervised;
    expect(await work).toMatchObject({ signal: "SIGTERM" });
    expect(isAlive(second)).toBe(false);
    expect(said).toHaveLength(2);
  });
});
