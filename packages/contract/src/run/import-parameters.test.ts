import { describe, expect, it } from "vitest";
import { idempotencyKey, importParameters } from "./import-parameters.ts";

const least = { service: "Checkout", experiment: "Mix" };

describe("import parameters", () => {
  it("needs service and experiment only", () => {
    expect(importParameters.parse(least)).toEqual({ ...least, tool: "auto", configuration: [], target: [] });
  });

  it("takes one target or many in their order", () => {
    expect(importParameters.parse({ ...least, target: "p99<=200ms" }).target).toEqual(["p99<=200ms"]);
    expect(importParameters.parse({ ...least, target: ["b", "a"] }).target).toEqual(["b", "a"]);
  });

  it("refuses a parameter that it does not know", () => {
    expect(importParameters.safeParse({ ...least, tagret: "p99<=200ms" }).success).toBe(false);
  });

  it("takes a moment between 1970 and 2255 as the start, whatever its zone", () => {
    const started = (at: string) => importParameters.safeParse({ ...least, started: at }).success;
    expect(started("1970-01-01T00:00:00Z")).toBe(true);
    expect(started("2026-11-21T15:00:00+01:00")).toBe(true);
    expect(started("1970-01-01T00:00:00+00:01")).toBe(false);
    expect(started("0000-01-01T00:00:00Z")).toBe(false);
    expect(started("9999-12-31T23:59:59-23:59")).toBe(false);
  });

  it("refuses a label without a key, an invalid link and an empty name", () => {
    expect(importParameters.safeParse({ ...least, label: "=x" }).success).toBe(false);
    expect(importParameters.safeParse({ ...least, label: "region" }).success).toBe(false);
    expect(importParameters.safeParse({ ...least, ci: "javascript:alert(1)" }).success).toBe(false);
    expect(importParameters.safeParse({ ...least, service: "  " }).success).toBe(false);
    expect(importParameters.safeParse({ ...least, service: "a\0b" }).success).toBe(false);
  });
});

describe("idempotency key", () => {
  it("takes printable ASCII and nothing else", () => {
    expect(idempotencyKey.parse(" 7f3a ")).toBe("7f3a");
    expect(idempotencyKey.safeParse("").success).toBe(false);
    expect(idempotencyKey.safeParse("ключ").success).toBe(false);
  });
});
