import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  OUTCOME_FILTERS,
  SORTS,
  catalogAddress,
  isNarrowed,
  readCatalogQuery,
  sortedBy,
} from "./search-params.ts";

const usual = readCatalogQuery({});
const again = (address: string) => {
  const { pathname, searchParams } = new URL(address, "http://x");
  const service = decodeURIComponent(/^\/services\/(.+)\/experiments$/.exec(pathname)?.[1] ?? "");
  return readCatalogQuery({ ...Object.fromEntries(searchParams), service });
};

describe("the catalog's address", () => {
  it("is read as it was written", () => {
    const text = fc.string({ maxLength: 40, unit: "grapheme" }).map((one) => one.toWellFormed());
    const query = fc.record({
      search: text,
      service: fc.stringMatching(/^[a-zü][a-zü-]{0,9}$/u),
      group: text,
      tag: text,
      environment: text,
      owner: text,
      outcome: fc.constantFrom(...OUTCOME_FILTERS),
      sort: fc.constantFrom(...SORTS),
      direction: fc.constantFrom("asc", "desc"),
      page: fc.integer({ min: 1, max: 10_000 }),
    } as const);
    fc.assert(
      fc.property(query, (one) => {
        expect(again(catalogAddress(one))).toEqual(one);
      }),
    );
  });

  it("stays short for the usual view", () => {
    expect(catalogAddress(usual)).toBe("/experiments");
    expect(catalogAddress(sortedBy(usual, "name"))).toBe("/experiments?sort=name");
    expect(catalogAddress({ ...usual, service: "shop" })).toBe("/services/shop/experiments");
  });

  it("ignores what it cannot read", () =>
    expect(
      readCatalogQuery({ q: ["a", "b"], outcome: "purple", page: "-1", sort: "luck", direction: "up" }),
    ).toEqual(usual));

  it("reverses the column that it is already sorted by", () => {
    expect(sortedBy({ ...usual, sort: "latest", direction: "desc" }, "latest").direction).toBe("asc");
    expect(sortedBy({ ...usual, page: 7 }, "name")).toMatchObject({
      sort: "name",
      direction: "asc",
      page: 1,
    });
  });

  it("knows whether filters are set", () => {
    const views = [usual, { ...usual, outcome: "holds" as const }, { ...usual, service: "shop" }];
    expect(views.map(isNarrowed)).toEqual([false, false, false]);
    expect(isNarrowed({ ...usual, tag: "a" })).toBe(true);
  });
});
