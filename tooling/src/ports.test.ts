import { createServer } from "node:net";
import type { Server } from "node:net";
import { once } from "node:events";
import { afterEach, describe, expect, it } from "vitest";
import { assertPortsFree, freePort, localUrl, readAddresses, readPorts } from "./ports.mjs";

describe("ports", () => {
  const open: Server[] = [];
  afterEach(() => open.splice(0).forEach((server) => server.close()));

  async function occupy() {
    const server = createServer().listen(0, "127.0.0.1");
    open.push(server);
    await once(server, "listening");
    const address = server.address();
    return typeof address === "object" && address !== null ? address.port : 0;
  }

  it("have defaults, and an empty variable counts as unset", () => {
    expect(readPorts({ HEADROOM_WEB_PORT: "" })).toEqual({ web: 4000, ingest: 4001, database: 4002 });
  });

  it("come from the environment", () => {
    const env = { HEADROOM_WEB_PORT: "5000", HEADROOM_INGEST_PORT: "5001", HEADROOM_DB_PORT: "5002" };
    expect(readPorts(env)).toEqual({ web: 5000, ingest: 5001, database: 5002 });
  });

  it.each(["http", "0", "70000", "40.5", "-1"])("rejects %j and names the variable", (text) => {
    expect(() => readPorts({ HEADROOM_INGEST_PORT: text })).toThrow(/HEADROOM_INGEST_PORT/);
  });

  it("rejects the same port twice", () => {
    expect(() => readPorts({ HEADROOM_DB_PORT: "4000" })).toThrow(
      "HEADROOM_WEB_PORT and HEADROOM_DB_PORT are both 4000.",
    );
  });

  it("names the variable that changes a port in use", async () => {
    const port = await occupy();
    await expect(assertPortsFree({ HEADROOM_WEB_PORT: port })).rejects.toMatchObject({
      message: expect.stringContaining(`Port ${port} (HEADROOM_WEB_PORT) is in use`),
      fix: expect.stringContaining("HEADROOM_WEB_PORT="),
    });
  });

  it("names all ports in use together", async () => {
    const wanted = { HEADROOM_WEB_PORT: await occupy(), HEADROOM_INGEST_PORT: await freePort() };
    const database = await occupy();
    await expect(assertPortsFree({ ...wanted, HEADROOM_DB_PORT: database })).rejects.toMatchObject({
      message: `Ports ${wanted.HEADROOM_WEB_PORT} (HEADROOM_WEB_PORT) and ${database} (HEADROOM_DB_PORT) are in use by other processes.`,
      fix: expect.stringMatching(/HEADROOM_WEB_PORT=\d+ HEADROOM_DB_PORT=\d+ npm start$/),
    });
  });

  it("are checked where ingest listens", async () => {
    const port = await freePort();
    await assertPortsFree({ HEADROOM_INGEST_PORT: port }, "0.0.0.0");
    await expect(assertPortsFree({ HEADROOM_INGEST_PORT: port }, "192.0.2.1")).rejects.toMatchObject({
      message:
        'HEADROOM_INGEST_HOST is "192.0.2.1", which is not an address of this machine (EADDRNOTAVAIL).',
    });
  });

  it("finds a free port", async () => {
    const taken = await occupy();
    const port = await freePort();
    expect(port).not.toBe(taken);
    await assertPortsFree({ HEADROOM_WEB_PORT: port });
  });
});

describe("addresses", () => {
  it("come from the environment, or are this machine's", () => {
    expect(readAddresses({ HEADROOM_WEB_URL: "" })).toEqual({
      webUrl: null,
      ingestUrl: null,
      ingestHost: "127.0.0.1",
    });
    const env = {
      HEADROOM_WEB_URL: "https://headroom.example/",
      HEADROOM_INGEST_URL: "https://headroom.example/ingest/",
      HEADROOM_INGEST_HOST: "::",
    };
    expect(readAddresses(env)).toEqual({
      webUrl: "https://headroom.example",
      ingestUrl: "https://headroom.example/ingest",
      ingestHost: "::",
    });
  });

  it("are refused where pages can't work", () => {
    expect(() => readAddresses({ HEADROOM_INGEST_URL: "ingest.example" })).toThrow(
      'HEADROOM_INGEST_URL is "ingest.example", which is not an http or https URL.',
    );
    expect(() => readAddresses({ HEADROOM_WEB_URL: "https://example.com/headroom" })).toThrow(
      'HEADROOM_WEB_URL is "https://example.com/headroom", but the pages only work at the root of a host.',
    );
  });

  it.each([
    ["0.0.0.0", "http://127.0.0.1:4001"],
    ["::", "http://127.0.0.1:4001"],
    ["::1", "http://[::1]:4001"],
    ["192.0.2.1", "http://192.0.2.1:4001"],
  ])("that listen on %s are reached at %s", (listens, url) => {
    expect(localUrl(listens, 4001)).toBe(url);
  });
});
