import { expect, it } from "vitest";
import { once } from "./signals.mjs";

it("a clean-up that two ask for runs once, and both wait for its end", async () => {
  let runs = 0;
  const { promise, resolve } = Promise.withResolvers<string>();
  const cleanUp = once(() => {
    runs += 1;
    return promise;
  });
  const both = Promise.all([cleanUp(), cleanUp()]);
  resolve("stopped");
  expect(await both).toEqual(["stopped", "stopped"]);
  expect(await cleanUp()).toBe("stopped");
  expect(runs).toBe(1);
});
