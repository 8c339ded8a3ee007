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
    for (let at = 0; at < 20; at++) await turns.take("a", piece);
  };
  const most = await mostInOneRound((piece) => Promise.all(Array.from({ length: 8 }, () => work(piece))));
  expect(most).toBe(1);
});

it("a piece that fails fails its own work only", async () => {
  const turns = new MainThreadTurns();
  const broken = turns.take("a", () => {
    throw new Error("broken");
  });
  const done: number[] = [];
  const next = turns.take("a", () => done.push(1));
  await expect(broken).rejects.toThrow("broken");
  await next;
  expect(done).toEqual([1]);
});
function* busy(slices: number, name: string, did: string[]): Generator<undefined, string> {
  for (let at = 0; at < slices; at += 1) {
    const until = performance.now() + 20;
    while (performance.now() < until) Math.sqrt(until);
    did.push(name);
    yield;
  }
  return name;
}

it("work in slices lets other work of its kind and everything else run in between", async () => {
  const turns = new MainThreadTurns();
  const did: string[] = [];
  const timer = setInterval(() => did.push("other"), 1);
  const all = await Promise.all([turns.all("a", busy(3, "a", did)), turns.all("b", busy(3, "b", did))]);
  clearInterval(timer);
  expect(all).toEqual(["a", "b"]);
  expect(did.filter((one) => one !== "other")).toEqual(["a", "b", "a", "b", "a", "b"]);
  expect(did.join(" ")).not.toMatch(/[ab] [ab] [ab]/);
});

it("work in slices that fails lets the next work run", async () => {
  const turns = new MainThreadTurns();
  const failing = turns.all(
    "a",
    (function* (): Generator<undefined, never> {
      yield;
      throw new Error("unreadable");
    })(),
  );
  await expect(failing).rejects.toThrow("unreadable");
  expect(await turns.all("a", busy(1, "a", []))).toBe("a");
});

it("what a workspace asks for waits for one piece of each other workspace, and not for all of their requests", async () => {
  const turns = new MainThreadTurns();
  const did: string[] = [];
  const work = (of: string) =>
    turns.take(of, () => {
      did.push(of);
    });
  await Promise.all([...Array.from({ length: 10 }, () => work("loud")), work("other"), work("quiet")]);
  expect(did.slice(0, 4)).toEqual(["loud", "loud", "other", "quiet"]);
  expect(did).toHaveLength(12);
});
