import { describe, expect, it } from "vitest";
import { slugOf } from "./slug.ts";

describe("slugs", () => {
  it.each([
    ["Recommendation service", "recommendation-service"],
    ["  Checkout / Mix (simulated) ", "checkout-mix-simulated"],
    ["Größe & Über", "große-uber"],
    ["検索", "検索"],
    ["search_v2.1", "search-v2-1"],
  ])("%s -> %s", (name, slug) => expect(slugOf(name, "service")).toBe(slug));

  it("is the same for what is already a slug", () => {
    expect(slugOf(slugOf("Search ramp", "experiment"), "experiment")).toBe("search-ramp");
  });

  it("refuses a name of signs alone", () => {
    expect(() => slugOf("!!!", "service")).toThrow(
      expect.objectContaining({ code: "parameter-unreadable", field: "service" }),
    );
  });
});
