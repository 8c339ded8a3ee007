import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import { MainThreadTurns } from "./main-thread-turns.ts";

/** How many pieces were done in each round of the event loop. */
async function mostInOneRound(pieces: (piece: () => void) => Promise<unknown>): Promise<number> {
  let [inRound, most] = [0, 0];
  const work = { isOver: false };
  const rounds = (async () => {
    while (!work.isOver) {
      most = Math.max(most, inRound);
      inRound = 0;
      await setImmediate();
    }
  })();
  await pieces(() => (inRound += 1));
  work.isOver = true;
  await rounds;
  return most;
}

it("many that work at the same time do one piece in each round, so that others get through", async () => {
  const turns = new MainThreadTurns();
  const work = async (piece: () => void) => {
    for (let at = 0; at < 20; at++) await turns.take(piece);
  };
  const most = await mostInOneRound((piece) => Promise.all(Array.from({ length: 8 }, () => work(piece))));
  expect(most).toBe(1);
});

it("a piece that fails fails its own work only", async () => {
  const turns = new MainThreadTurns();
  const broken = turns.take(() => {
    throw new Error("broken");
  });
  const done: number[] = [];
  const next = turns.take(() => done.push(1));
  await expect(broken).rejects.toThrow("broken");
  await next;
  expect(done).toEqual([1]);
});
