import { createServer } from "node:http";
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { isFull, lastNightOf } from "./demo-seed.mjs";

describe("the demo's last night", () => {
  it.each([
    ["2026-03-10T02:09:00Z", "2026-03-09T02:00:00.000Z"],
    ["2026-03-10T02:10:00Z", "2026-03-10T02:00:00.000Z"],
    ["2026-03-10T23:59:00Z", "2026-03-10T02:00:00.000Z"],
    ["2026-03-01T00:30:00Z", "2026-02-28T02:00:00.000Z"],
  ])("at %s began at %s: its run has ended", (now, night) => {
    expect(lastNightOf(new Date(now))).toBe(night);
  });
});

describe("before the demo is loaded", () => {
  it.each([
    ["full", true],
    ["low", false],
    ["unknown", false],
  ])("room that is %s skips it: %s", async (room, skips) => {
    const server = createServer((_, answer) => void answer.end(JSON.stringify({ status: "ready", room })));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    expect(await isFull(`http://127.0.0.1:${address.port}`)).toBe(skips);
    server.close();
  });
});
