import { expect, it } from "vitest";
import { shellPageAt, shellPages } from "./pages.ts";

it("finds the page of the top bar that an address belongs to, if any", () => {
  expect(shellPageAt("/")).toBe("overview");
  expect(shellPageAt("/experiments")).toBe("experiments");
  expect(shellPageAt("/comparisons/rounds")).toBe("comparison");
  expect(shellPageAt("/gamedays/1")).toBe("peak-days");
  expect(shellPageAt("/slos")).toBe("services");
  for (const path of ["/runs/1", "/account", "/upload", "/experimentsx"])
    expect(shellPageAt(path)).toBeNull();
  expect(shellPages("services").filter(({ current }) => current)).toHaveLength(1);
});
