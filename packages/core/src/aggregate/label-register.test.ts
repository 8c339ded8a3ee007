import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { LabelRegister } from "./label-register.ts";

/** Heap bytes in use after garbage collection. */
function held(): number {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  return process.memoryUsage().heapUsed;
}

describe("the memory of names", () => {
  const COUNT = 200;
  const LENGTH = 200_000;

  it("does not grow with what is cut from long ones", () => {
    const register = new LabelRegister(1_000, 40);
    const before = held();
    for (let at = 0; at < COUNT; at++) register.number(`${at} `.padEnd(LENGTH, "x"), "request");
    expect(held() - before).toBeLessThan((COUNT * LENGTH) / 10);
    expect(register.states).toHaveLength(1 + COUNT);
  });

  it("does not keep the text that a name was sliced from", () => {
    const register = new LabelRegister(1_000, 40);
    const before = held();
    for (let at = 0; at < COUNT; at++) {
      register.number(`GET /of/the/file/${at} `.padEnd(LENGTH, "x").slice(0, 30), "request");
    }
    expect(held() - before).toBeLessThan((COUNT * LENGTH) / 10);
    expect(register.states).toHaveLength(1 + COUNT);
  });

  it("does not grow with the spellings of one name", () => {
    const register = new LabelRegister(1_000, 40);
    const before = held();
    for (let at = 0; at < 2 ** 15; at++) {
      const spelling = Array.from({ length: 15 }, (_, bit) => ((at >> bit) & 1 ? "\0" : "\uFFFD")).join("");
      expect(register.number(spelling, "request")).toBe(1);
    }
    expect(held() - before).toBeLessThan(2 ** 20);
    expect(register.states).toHaveLength(2);
  });
});

describe("a name that does not fit", () => {
  it("is counted once, and still finds its label past the limit", () => {
    const register = new LabelRegister(1, 40);
    const long = "x".repeat(100);
    const first = register.number(long, "request");
    expect(register.number("other", "request")).not.toBe(first);
    expect(register.number(long, "request")).toBe(first);
    expect(register.warnings().find(({ code }) => code === "label-length")?.count).toBe(1);
  });

  it("keeps a byte order mark, which is part of it", () => {
    const register = new LabelRegister(10, 40);
    const number = register.number("\uFEFFGET /", "request");
    expect(register.states[number]?.name).toBe("\uFEFFGET /");
    expect(register.number("\uFEFFGET /", "request")).toBe(number);
  });
});
