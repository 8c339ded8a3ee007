import { expect, it } from "vitest";
import { Sketch } from "./sketch.ts";
import { giveWindow, takeWindow } from "./sketch-windows.ts";

it("gives memory again, and as zeros", () => {
  const window = takeWindow(100).fill(7);
  giveWindow(window);
  const again = takeWindow(90);
  expect(again).toBe(window);
  expect(again.every((count) => count === 0)).toBe(true);
});

it("takes no memory of other sizes", () => {
  const odd = new Uint32Array(70);
  giveWindow(odd);
  expect(takeWindow(70)).not.toBe(odd);
});

it("leaves a released sketch empty and others untouched", () => {
  const values = Array.from({ length: 500 }, (_, at) => 1_000 + at * 37);
  const released = Sketch.of(values);
  const merged = new Sketch().merge(released);
  const bytes = merged.encode();
  released.release();
  expect(released.count).toBe(0);
  expect(released.encode()).toEqual(new Sketch().encode());
  const next = Sketch.of(values.map((value) => value * 3));
  expect(merged.encode()).toEqual(bytes);
  expect(next.encode()).toEqual(Sketch.of(values.map((value) => value * 3)).encode());
  released.add(5);
  expect(released.quantile(0.5)).toBe(5);
});
