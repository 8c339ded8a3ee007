import { expect, it } from "vitest";
import { NOT_KEPT, StringCache } from "./string-cache.ts";

it("keeps so many strings, and counts on", () => {
  const strings = new StringCache();
  for (let number = 1; number <= 200_002; number++) strings.add(`${number}`);
  expect(strings.next).toBe(200_003);
  expect(strings.text(1)).toBe("1");
  expect(strings.text(200_000)).toBe("200000");
  expect(strings.text(200_001)).toBe(NOT_KEPT);
  expect(strings.missed).toBe(1);
});

it("takes back what a record brought that is not whole", () => {
  const strings = new StringCache();
  strings.add("a");
  const before = strings.next;
  strings.add("b");
  strings.add("c");
  strings.forgetFrom(before);
  expect(strings.isKept(before)).toBe(false);
  expect(strings.add("d")).toBe(before);
  expect(strings.text(before)).toBe("d");
});
