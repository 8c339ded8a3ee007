import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ENV_NAMES, readEnv, trustedProxiesOf } from "./env.ts";

const least = { DATABASE_URL: "postgres://headroom:secret@localhost/headroom" };
const example = readFileSync(new URL("../../../../.env.example", import.meta.url), "utf8");

describe("environment", () => {
  it("defaults to loopback addresses", () =>
    expect(readEnv(least)).toMatchObject({
      HEADROOM_WEB_URL: "http://127.0.0.1:4000",
      HEADROOM_INGEST_URL: "http://127.0.0.1:4001",
    }));
  it("removes a trailing slash from addresses", () =>
    expect(readEnv({ ...least, HEADROOM_WEB_URL: "https://headroom.example/" }).HEADROOM_WEB_URL).toBe(
      "https://headroom.example",
    ));
  it("treats an empty variable as not set", () =>
    expect(readEnv({ ...least, HEADROOM_WEB_URL: " " }).HEADROOM_WEB_URL).toBe("http://127.0.0.1:4000"));
  it("trusts one proxy with TLS, none without, or the given number", () => {
    const proxies = (given: Record<string, string>) => trustedProxiesOf(readEnv({ ...least, ...given }));
    expect(proxies({})).toBe(0);
    expect(proxies({ HEADROOM_WEB_URL: "https://headroom.example" })).toBe(1);
    expect(proxies({ HEADROOM_WEB_URL: "https://headroom.example", HEADROOM_TRUSTED_PROXIES: "2" })).toBe(2);
    expect(proxies({ HEADROOM_TRUSTED_PROXIES: "1" })).toBe(1);
  });
  it("requires a secret if there is no password to derive one from", () =>
    expect(() => readEnv({ DATABASE_URL: "postgres://localhost/headroom" })).toThrow(
      /HEADROOM_SECRET: is required/,
    ));
  it("is documented in .env.example, with its defaults", () => {
    for (const name of ENV_NAMES) expect(example, name).toMatch(new RegExp(`^#? ?${name}=`, "m"));
    const { DATABASE_URL: _, ...defaults } = readEnv(least);
    for (const [name, value] of Object.entries(defaults).filter(([, given]) => given !== undefined))
      expect(example, name).toMatch(new RegExp(`^# ${name}="?${String(value)}"?$`, "m"));
  });
  it("requires all variables of a sign-in service, or none", () => {
    const half = {
      ...least,
      HEADROOM_OIDC_ISSUER: "https://id.example",
      HEADROOM_OIDC_CLIENT_ID: "headroom",
    };
    expect(() => readEnv(half)).toThrow(/HEADROOM_OIDC_CLIENT_SECRET: is missing/);
    const whole = readEnv({ ...half, HEADROOM_OIDC_CLIENT_SECRET: "secret" });
    expect(whole).toMatchObject({ HEADROOM_OIDC_ISSUER: "https://id.example" });
  });
  it("reports every problem together", () =>
    expect(() => readEnv({ HEADROOM_WEB_URL: "ftp://x" })).toThrow(/DATABASE_URL[\s\S]*HEADROOM_WEB_URL/));
});
