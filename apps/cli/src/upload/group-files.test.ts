import { expect, it } from "vitest";
import { generatorNames } from "./group-files.ts";

it("names generators after their files, and after their folders where that isn't enough", () => {
  expect(generatorNames(["a.jtl", "out/b.jtl"])).toEqual(["a.jtl", "b.jtl"]);
  expect(generatorNames(["one/results.jtl", "two/results.jtl"])).toEqual([
    "one/results.jtl",
    "two/results.jtl",
  ]);
  expect(generatorNames(["/a/x/r.jtl", "/b/x/r.jtl", "/b/y/s.jtl"])).toEqual([
    "a/x/r.jtl",
    "b/x/r.jtl",
    "b/y/s.jtl",
  ]);
});
