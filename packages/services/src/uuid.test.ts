import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createIdSource } from "./uuid.ts";

describe("ids", () => {
  it("are UUIDs of version 7 that carry their time", () => {
    const id = createIdSource(
      () => new Date(0x0123456789ab),
      () => new Uint8Array(10).fill(0xff),
    )();
    expect(id).toBe("01234567-89ab-7fff-bfff-ffffffffffff");
    expect(z.uuidv7().safeParse(id).success).toBe(true);
  });
});
