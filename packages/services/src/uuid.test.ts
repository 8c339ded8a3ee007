import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createIdSource } from "./uuid.ts";

const millisecondOf = (id: string) => Number.parseInt(id.slice(0, 13).replace("-", ""), 16);

describe("ids", () => {
  it("are UUIDs of version 7 that carry their time", () => {
    const id = createIdSource(
      () => new Date(0x0123456789ab),
      () => new Uint8Array(10).fill(0xff),
    )();
    expect(id).toBe("01234567-89ab-77ff-bfff-ffffffffffff");
    expect(z.uuidv7().safeParse(id).success).toBe(true);
  });

  it("have the order they were made in, however many are made in a millisecond", () => {
    const newId = createIdSource(() => new Date(1_000), randomBytes);
    const ids = Array.from({ length: 6_000 }, newId);
    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.every((id) => z.uuidv7().safeParse(id).success)).toBe(true);
  });

  it("keep their order when the clock steps back a little, and follow it when it was set wrong", () => {
    let now = 1_000_000;
    const newId = createIdSource(() => new Date(now), randomBytes);
    const first = newId();
    now -= 5_000;
    expect(newId() > first).toBe(true);
    now -= 60_000;
    expect(millisecondOf(newId())).toBe(now);
  });
});
