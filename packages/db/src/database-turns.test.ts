import { describe, expect, it } from "vitest";
import { Turns } from "./database-turns.ts";

describe("turns", () => {
  it("lets in as many as there are places, and the others in their order", async () => {
    const turns = new Turns(2);
    const entered: number[] = [];
    const leave: (() => void)[] = [];
    const all = [0, 1, 2, 3].map((one) =>
      turns.take(() => {
        entered.push(one);
        return new Promise<void>((resolve) => leave.push(resolve));
      }),
    );
    expect(entered).toEqual([0, 1]);
    leave[1]?.();
    await all[1];
    await expect.poll(() => entered, { interval: 1 }).toEqual([0, 1, 2]);
    leave[0]?.();
    leave[2]?.();
    await expect.poll(() => entered, { interval: 1 }).toEqual([0, 1, 2, 3]);
    leave[3]?.();
    await Promise.all(all);
  });

  it("gives on the place of one that failed", async () => {
    const turns = new Turns(1);
    await expect(turns.take(() => Promise.reject(new Error("gone")))).rejects.toThrow("gone");
    expect(await turns.take(async () => "next")).toBe("next");
  });
});
