import { expect, it } from "vitest";
import { toolTitle } from "./tools.ts";

it("a tool is called what its makers call it, or what the file says, whatever that is", () => {
  const names = ["jmeter", "live-traffic", "mixed", "my-tool", "constructor", "__proto__", "toString"];
  expect(names.map(toolTitle)).toEqual([
    "JMeter",
    "Live traffic",
    "Several tools",
    "my-tool",
    "constructor",
    "__proto__",
    "toString",
  ]);
});
