import { describe, expect, it } from "vitest";
import { catalogAddress, readCatalogQuery } from "./search-params.ts";

describe("the catalog's address", () => {
  it("is read as it was written", () => {
    const query = { search: "a&b=ü", verdict: "missed", page: 3 } as const;
    const address = new URL(catalogAddress(query), "http://x");
    expect(readCatalogQuery(Object.fromEntries(address.searchParams))).toEqual(query);
  });
  it("stays short for the usual view", () =>
    expect(catalogAddress({ search: "", verdict: "all", page: 1 })).toBe("/catalog"));
  it("forgives what it cannot read", () =>
    expect(readCatalogQuery({ q: ["a", "b"], verdict: "purple", page: "-1" })).toEqual({
      search: "",
      verdict: "all",
      page: 1,
    }));
});
