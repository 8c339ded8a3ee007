import { describe, expect, it } from "vitest";
import { isLoopback, isOwnHost, isOwnOrigin } from "./origin.ts";

const local = "http://127.0.0.1:4000";
const hosted = "https://headroom.example";

describe("own host", () => {
  it.each([
    ["127.0.0.1:4000", local, true],
    ["localhost:4000", local, true],
    ["[::1]:4000", local, true],
    ["localhost:4001", local, false],
    ["rebound.attacker.example:4000", local, false],
    ["headroom.example", hosted, true],
    ["localhost:4000", hosted, false],
    ["", local, false],
    [null, local, false],
  ])("%s for %s: %s", (host, webUrl, own) => expect(isOwnHost(host, webUrl)).toBe(own));
});

describe("own origin of a write", () => {
  const from = (origin: string | null, host = "127.0.0.1:4000") =>
    isOwnOrigin(new Headers({ host, ...(origin === null ? {} : { origin }) }), local);

  it("is one of our own pages", () => {
    expect(from("http://127.0.0.1:4000")).toBe(true);
    expect(from("http://localhost:4000", "localhost:4000")).toBe(true);
  });
  it("is never another site, a sandboxed page, or absent", () => {
    expect(from("http://attacker.example")).toBe(false);
    expect(from("http://127.0.0.1:9999")).toBe(false);
    expect(from("http://attacker.example:4000", "attacker.example:4000")).toBe(false);
    expect(from("null")).toBe(false);
    expect(from(null)).toBe(false);
  });
  it("is never a page of our own host without encryption", () => {
    const headers = new Headers({ host: "headroom.example", origin: "http://headroom.example" });
    expect(isOwnOrigin(headers, hosted)).toBe(false);
  });
});

it("recognizes every name of the loopback", () => {
  expect(["127.0.0.1:1", "localhost", "[::1]:80"].every(isLoopback)).toBe(true);
  expect([null, "10.0.0.1", "localhost.attacker.example"].some(isLoopback)).toBe(false);
});
