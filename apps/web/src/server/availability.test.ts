import { expect, it } from "vitest";
import { Availability } from "./availability.ts";

function database() {
  const state = { works: true, pings: 0, now: 0 };
  const availability = new Availability(
    () => {
      state.pings += 1;
      return state.works ? Promise.resolve() : Promise.reject(new Error("connection refused"));
    },
    () => state.now,
  );
  return { state, availability };
}

it("asks once a second, however many requests there are", async () => {
  const { state, availability } = database();
  const answers = await Promise.all(Array.from({ length: 50 }, () => availability.isAway()));
  expect(new Set(answers)).toEqual(new Set([false]));
  expect(state.pings).toBe(1);
  state.now = 1_000;
  await availability.isAway();
  expect(state.pings).toBe(2);
});

it("notices within a second that the database is away, and that it is back", async () => {
  const { state, availability } = database();
  await availability.isAway();
  state.works = false;
  state.now = 1_000;
  expect(await availability.isAway()).toBe(true);
  state.works = true;
  state.now = 2_000;
  expect(await availability.isAway()).toBe(false);
});
