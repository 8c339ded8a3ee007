import { describe, expect, it } from "vitest";

import { availableMemory, formatSettings, serverSettings } from "./settings.ts";

const GIGABYTE = 2 ** 30;
const input = { memoryBytes: 8 * GIGABYTE, ephemeral: false, timezone: "UTC" };

describe("serverSettings", () => {
  it("holds to loopback, hashed passwords, TimescaleDB without telemetry, and no jit", () => {
    expect(serverSettings(input)).toMatchObject({
      listen_addresses: "127.0.0.1",
      unix_socket_directories: "",
      password_encryption: "scram-sha-256",
      shared_preload_libraries: "timescaledb",
      "timescaledb.telemetry_level": "off",
      jit: "off",
      timezone: "UTC",
    });
  });

  it.each([
    [0.25, "64MB"],
    [2, "256MB"],
    [8, "1024MB"],
    [256, "1024MB"],
  ])("takes a share of %s GB within limits: %s", (gigabytes, expected) => {
    expect(serverSettings({ ...input, memoryBytes: gigabytes * GIGABYTE })["shared_buffers"]).toBe(expected);
  });

  it("gives up durability and slow passwords only for data that nobody will miss", () => {
    for (const name of ["fsync", "scram_iterations"]) expect(serverSettings(input)).not.toHaveProperty(name);
    expect(serverSettings({ ...input, ephemeral: true })).toMatchObject({
      fsync: "off",
      scram_iterations: "1",
      shared_buffers: "256MB",
    });
  });
});

describe("formatSettings", () => {
  it("quotes values", () => {
    expect(formatSettings({ a: "it's", b: "" })).toContain("a = 'it''s'\nb = ''\n");
  });
});

describe("availableMemory", () => {
  it("is a plausible number of bytes", () => {
    expect(availableMemory()).toBeGreaterThan(64 * 2 ** 20);
    expect(Number.isSafeInteger(availableMemory())).toBe(true);
  });
});
