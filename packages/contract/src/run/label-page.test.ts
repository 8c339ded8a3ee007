import { describe, expect, it } from "vitest";
import { labelPageParameters } from "./label-page.ts";

describe("label page parameters", () => {
  it("reads the limit from the query and has a default", () => {
    expect(labelPageParameters.parse({})).toEqual({ limit: 100 });
    expect(labelPageParameters.parse({ limit: "5", cursor: "x" })).toEqual({ limit: 5, cursor: "x" });
  });

  it("refuses an invalid limit", () => {
    for (const limit of ["0", "1001", "ten", "1.5"]) {
      expect(labelPageParameters.safeParse({ limit }).success).toBe(false);
    }
  });
});
