import { HeadroomError } from "@headroom/core";
import { describe, expect, it } from "vitest";
import { againAfterDeadlock, unavailableOr, unavailableReason } from "./availability.ts";

const withCode = (code: string, cause?: unknown) => Object.assign(new Error("x", { cause }), { code });

describe("an error of the database", () => {
  it.each([
    "ECONNREFUSED",
    "08006",
    "57P01",
    "57P03",
    "53300",
    "55P03",
    "40P01",
    "40001",
    "P2034",
    "P1001",
    "P2024",
    "P2028",
  ])("is unavailability: %s", (code) => expect(unavailableReason(withCode(code))).toMatch(/^The database /));

  it.each(["23505", "42501", "53100", "57014", "P2002", "ENOENT"])("is itself: %s", (code) => {
    expect(unavailableReason(withCode(code))).toBeNull();
  });

  it("is recognised inside what wraps it", () => {
    expect(unavailableReason(new Error("outer", { cause: withCode("57P01") }))).not.toBeNull();
    const adapter = { cause: { kind: "DatabaseNotReachable" } };
    expect(unavailableReason({ code: "P2010", meta: { driverAdapterError: adapter } })).not.toBeNull();
    expect(unavailableReason(new Error("Connection terminated unexpectedly"))).not.toBeNull();
  });

  it("is thrown as storage-full if the disk is full, wherever the driver says so", () => {
    const adapter = { cause: { originalCode: "53100" } };
    for (const error of [withCode("53100"), { code: "P2010", meta: { driverAdapterError: adapter } }])
      expect(() => unavailableOr(error)).toThrowError(expect.objectContaining({ code: "storage-full" }));
  });

  it("is the caller's if their text can't be held", () => {
    const adapter = { cause: { originalCode: "22021" } };
    for (const error of [withCode("22021"), { code: "P2039", meta: { driverAdapterError: adapter } }])
      expect(() => unavailableOr(error)).toThrowError(
        expect.objectContaining({ code: "parameter-unreadable" }),
      );
  });

  it("is thrown as unavailable, and anything else untouched", () => {
    expect(() => unavailableOr(withCode("08006"))).toThrowError(
      expect.objectContaining({ code: "unavailable" }),
    );
    const other = new HeadroomError("conflict", "x", { cause: withCode("08006") });
    expect(() => unavailableOr(other)).toThrowError(other);
    expect(() => unavailableOr("text")).toThrowError("text");
  });
});

describe("a transaction that met another in a circle", () => {
  const failing = (times: number, error: unknown) => {
    let calls = 0;
    return async () => {
      calls += 1;
      if (calls <= times) throw error;
      return calls;
    };
  };
  const deadlock = new HeadroomError("unavailable", "x", { cause: withCode("40P01") });

  it("is retried, but not forever", async () => {
    expect(await againAfterDeadlock(failing(2, deadlock))).toBe(3);
    await expect(againAfterDeadlock(failing(3, deadlock))).rejects.toBe(deadlock);
  });

  it("is not run again for another reason", async () => {
    const other = withCode("23505");
    await expect(againAfterDeadlock(failing(1, other))).rejects.toBe(other);
  });
});
