import { expect, it } from "vitest";
import { isSessionOver } from "./session-over.ts";

it("tells a session that is over from everything else that can be refused", () => {
  const refused = (data: unknown) => Object.assign(new Error("refused"), { data });
  expect(isSessionOver(refused({ code: "UNAUTHORIZED" }))).toBe(true);
  for (const other of [refused({ code: "FORBIDDEN" }), refused(null), new Error("Failed to fetch"), null])
    expect(isSessionOver(other)).toBe(false);
});
