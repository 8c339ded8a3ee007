import { describe, expect, it } from "vitest";
import { SourceMemory } from "./source-memory.ts";

const state = { last: null, pending: [] };

function filled(memory: SourceMemory, partition: number, states = 1, to = 7): void {
  const taken = memory.take(partition, { from: 0, mark: null });
  for (let at = 0; at < states; at++) taken.memory.ofOwner("shop").sources.set(`key ${at}`, state);
  memory.keep(partition, taken, { to, mark: "mine" });
}

function knows(memory: SourceMemory, partition: number, at: { from?: number; mark?: string | null } = {}) {
  return memory
    .take(partition, { from: 7, mark: "mine", ...at })
    .memory.ofOwner("shop")
    .sources.has("key 0");
}

describe("what sources said last", () => {
  it("is known in the partition in which it was counted, once for each time that it is put back", () => {
    const memory = new SourceMemory();
    filled(memory, 3);
    expect(knows(memory, 4)).toBe(false);
    expect(knows(memory, 3)).toBe(true);
    // The round failed: nothing was put back.
    expect(knows(memory, 3)).toBe(false);
  });

  it("isn't known any more if somebody else has moved the position, even to the same place", () => {
    const memory = new SourceMemory();
    for (const moved of [{ from: 8 }, { from: 6 }, { mark: "theirs" }, { mark: null }]) {
      filled(memory, 3);
      expect(knows(memory, 3, moved)).toBe(false);
    }
  });

  it("is given up after ten minutes, even if the partition is never counted again", () => {
    let now = 0;
    const memory = new SourceMemory({ now: () => now });
    for (const partition of [3, 4]) filled(memory, partition);
    now = 599_999;
    memory.forgetOld();
    expect(knows(memory, 3)).toBe(true);
    now = 600_000;
    memory.forgetOld();
    // It would still be right by then.
    now = 1;
    expect(knows(memory, 4)).toBe(false);
  });

  it("is read again after ten minutes, long before the database forgets it", () => {
    let now = 0;
    const memory = new SourceMemory({ now: () => now });
    filled(memory, 3);
    now = 599_999;
    const taken = memory.take(3, { from: 7, mark: "mine" });
    expect(taken.memory.ofOwner("shop").sources.size).toBe(1);
    memory.keep(3, taken, { to: 9, mark: "mine" });
    now = 600_000;
    expect(knows(memory, 3, { from: 9 })).toBe(false);
  });

  it("is forgotten in the partitions that were counted longest ago if it is too much", () => {
    const memory = new SourceMemory({ maxStates: 5 });
    filled(memory, 1, 2);
    filled(memory, 2, 2);
    filled(memory, 3, 2);
    expect([1, 2, 3].map((partition) => knows(memory, partition))).toEqual([false, true, true]);
    filled(memory, 4, 6);
    expect(knows(memory, 4)).toBe(false);
  });
});
