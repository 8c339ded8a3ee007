import { describe, expect, it } from "vitest";

import { env } from "./env.ts";

describe("env", () => {
  it("reads what is set; empty is not set", () => {
    expect(env({})).toEqual({ databaseUrl: null, databasePort: null, cacheHome: null });
    expect(env({ DATABASE_URL: "", HEADROOM_DB_PORT: "" })).toMatchObject({
      databaseUrl: null,
      databasePort: null,
    });
    const set = { DATABASE_URL: "postgres://x", HEADROOM_DB_PORT: "4102", XDG_CACHE_HOME: "/c" };
    expect(env(set)).toEqual({ databaseUrl: "postgres://x", databasePort: 4102, cacheHome: "/c" });
  });

  it.each(["abc", "65536", "40 02", "-1", "4e3"])("refuses %j as a port", (text) => {
    expect(() => env({ HEADROOM_DB_PORT: text })).toThrow(/HEADROOM_DB_PORT/);
  });
});
