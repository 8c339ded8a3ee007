import { describe, expect, it } from "vitest";
import { readMcpArguments } from "./arguments.ts";

const env = { HEADROOM_TOKEN: "secret", HEADROOM_URL: "http://headroom.example/v1/runs" };
const url = "http://headroom.example";

describe("headroom mcp", () => {
  it("talks over standard input and output with the token of the environment", () => {
    expect(readMcpArguments([], env)).toEqual({ over: "stdio", url, token: "secret" });
  });

  it("takes what a CI job has in place of a token, unless it would serve others with it", () => {
    const job = { HEADROOM_URL: url, HEADROOM_ID_TOKEN: "a.b.c" };
    expect(readMcpArguments([], job)).toEqual({
      over: "stdio",
      url,
      token: { kind: "id-token", idToken: "a.b.c" },
    });
    expect(() => readMcpArguments(["--http", "--share-token"], job)).toThrow("No token given.");
  });

  it("listens on this machine only, and keeps its own token to itself", () => {
    const closed = { over: "http", url, host: "127.0.0.1", port: 4010, allowedHosts: [], sharedToken: null };
    expect(readMcpArguments(["--http"], env)).toEqual(closed);
    expect(readMcpArguments(["--http"], {})).toMatchObject({ sharedToken: null });
    expect(readMcpArguments(["--http", "--share-token", "--port", "0"], env)).toEqual({
      ...closed,
      port: 0,
      sharedToken: "secret",
    });
    expect(
      readMcpArguments(["--http", "--host", "0.0.0.0", "--allow-host", "MCP.example"], env),
    ).toMatchObject({ host: "0.0.0.0", allowedHosts: ["mcp.example"] });
  });

  it.each([
    ["--port", "4010"],
    ["--share-token"],
    ["results.jtl"],
    ["--http", "--port", "99999"],
    ["--http", "--allow-host", "http://mcp.example"],
    ["--http", "--host", "0.0.0.0", "--share-token"],
  ])("refuses %s %s %s %s", (...args) => {
    expect(() => readMcpArguments(args.filter(Boolean), env)).toThrow(
      expect.objectContaining({ code: "parameter-unreadable" }),
    );
  });

  it("needs a token of its own unless each request brings one", () => {
    expect(() => readMcpArguments([], {})).toThrow("No token given.");
    expect(() => readMcpArguments(["--http", "--share-token"], {})).toThrow("No token given.");
  });
});
