import { expect, it } from "vitest";
import { shellPageAt, shellPages } from "./pages.ts";

it("finds the page of the top bar that an address belongs to, if any", () => {
  expect(shellPageAt("/")).toBe("overview");
  expect(shellPageAt("/catalog")).toBe("catalog");
  expect(shellPageAt("/comparisons/rounds")).toBe("comparison");
  expect(shellPageAt("/gamedays/1")).toBe("peak-days");
  for (const path of ["/runs/1", "/account", "/catalogue"]) expect(shellPageAt(path)).toBeNull();
  expect(shellPages("upload").filter(({ current }) => current)).toHaveLength(1);
});
