import { describe, expect, it } from "vitest";
import { readEnv } from "./env.ts";

const least = { DATABASE_URL: "postgres://localhost/headroom" };

describe("environment", () => {
  it("has loopback addresses to begin with", () =>
    expect(readEnv(least)).toMatchObject({
      HEADROOM_WEB_URL: "http://127.0.0.1:4000",
      HEADROOM_INGEST_URL: "http://127.0.0.1:4001",
    }));
  it("takes addresses without their last slash", () =>
    expect(readEnv({ ...least, HEADROOM_WEB_URL: "https://headroom.example/" }).HEADROOM_WEB_URL).toBe(
      "https://headroom.example",
    ));
  it("takes what is set to nothing as not set", () =>
    expect(readEnv({ ...least, HEADROOM_WEB_URL: " " }).HEADROOM_WEB_URL).toBe("http://127.0.0.1:4000"));
  it("names everything that is wrong at once", () =>
    expect(() => readEnv({ HEADROOM_WEB_URL: "ftp://x" })).toThrow(/DATABASE_URL[\s\S]*HEADROOM_WEB_URL/));
});
