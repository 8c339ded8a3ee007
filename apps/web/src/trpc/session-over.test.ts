import { expect, it } from "vitest";
import { isSessionOver } from "./session-over.ts";

it("distinguishes an ended session from every other error", () => {
  const refused = (data: unknown) => Object.assign(new Error("refused"), { data });
  expect(isSessionOver(refused({ code: "UNAUTHORIZED" }))).toBe(true);
  for (const other of [refused({ code: "FORBIDDEN" }), refused(null), new Error("Failed to fetch"), null])
    expect(isSessionOver(other)).toBe(false);
});
