import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Renewed } from "./renewed.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const pass = (millis: number) => vi.advanceTimersByTimeAsync(millis);
const renewal = { renewMillis: 15_000, oldMillis: 60_000 };

it("is read again beside those who use it, once at a time", async () => {
  const read = vi.fn<() => Promise<string>>(
    () => new Promise((resolve) => setTimeout(() => resolve("new"), 5_000)),
  );
  const renewed = new Renewed(read, renewal);
  expect(renewed.get()).toBeUndefined();
  renewed.put("first");
  await pass(15_000);
  expect(renewed.get()).toBe("first");
  expect(read).not.toHaveBeenCalled();
  await pass(1_000);
  expect([renewed.get(), renewed.get()]).toEqual(["first", "first"]);
  expect(read).toHaveBeenCalledTimes(1);
  await pass(5_000);
  expect(renewed.get()).toBe("new");
  expect(read).toHaveBeenCalledTimes(1);
});

it("is used until it is too old if it can't be read, and tried each time", async () => {
  const read = vi.fn<() => Promise<string>>(() => Promise.reject(new Error("away")));
  const renewed = new Renewed(read, renewal);
  renewed.put("first");
  await pass(20_000);
  expect(renewed.get()).toBe("first");
  await pass(10_000);
  expect(renewed.get()).toBe("first");
  expect(read).toHaveBeenCalledTimes(2);
  await pass(31_000);
  expect(renewed.get()).toBeUndefined();
  renewed.put("second");
  expect(renewed.get()).toBe("second");
});
