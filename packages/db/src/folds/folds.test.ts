import { describe, expect, it } from "vitest";
import { inTodaysNames, standingOf } from "./folds.ts";

const folds = [
  { checkOut: "aaa", catalog: "", replaces: ["0001_a", "0002_b", "0003_c"], by: ["0100_a", "0101_b"] },
  {
    checkOut: "bbb",
    catalog: "",
    folder: "0200",
    replaces: ["0100_a", "0101_b", "0102_c"],
    by: ["0200_all"],
  },
];
const known = ["0200_all", "0201_later"];
const standing = (...applied: string[]) => standingOf(applied, { home: "/home", known, folds });

describe("the names of today", () => {
  it("are those of the last fold that a schema is at the end of", () => {
    expect(inTodaysNames(["0100_a", "0101_b", "0102_c"], folds)).toEqual(["0200_all"]);
    expect(inTodaysNames(["0001_a", "0002_b", "0003_c"], folds)).toEqual(["0100_a", "0101_b"]);
    const renumbered = [
      ...folds.slice(0, 1),
      { ...folds[1], replaces: ["0100_a", "0101_b"], by: ["0200_all"] },
    ];
    expect(inTodaysNames(["0001_a", "0002_b", "0003_c"], renumbered as typeof folds)).toEqual(["0200_all"]);
  });

  it("are the same for any other schema", () => {
    for (const names of [
      ["0001_a", "0002_b"],
      ["0002_b", "0001_a", "0003_c"],
      ["0200_all", "0201_later"],
      [],
    ])
      expect(inTodaysNames(names, folds)).toEqual(names);
  });
});

describe("a database or a folder", () => {
  it("that is empty, of this version or an earlier one is known", () => {
    const migrations = { kind: "known", current: true, folder: "/home/migrations" };
    expect(standing()).toEqual({ ...migrations, count: 0 });
    expect(standing("0200_all")).toEqual({ ...migrations, count: 1 });
    expect(standing("0100_a", "0101_b", "0102_c")).toEqual({ ...migrations, count: 1 });
    expect(standing(...known)).toEqual({ ...migrations, count: 2 });
  });

  it("in the middle of a fold is known if the replaced migrations are still there, also after an earlier fold", () => {
    const replaced = { kind: "known", current: false, folder: "/home/folds/0200" };
    expect(standing("0100_a")).toEqual({ ...replaced, count: 1 });
    expect(standing("0001_a", "0002_b", "0003_c")).toEqual({ ...replaced, count: 2 });
  });

  it("in the middle of a fold is older without them, and in an order that never was", () => {
    for (const names of [
      ["0001_a", "0002_b"],
      ["0001_a", "0002_b", "0003_c", "0004_d"],
    ])
      expect(standing(...names)).toEqual({
        kind: "older",
        way: "Check out aaa, run `npm start` there once, and then this version (docs/upgrade.md).",
      });
    expect(standing("0101_b", "0100_a")).toMatchObject({ kind: "older" });
  });

  it("with a migration that only a later version knows is newer", () => {
    expect(standing(...known, "0202_future")).toEqual({ kind: "newer", migration: "0202_future" });
  });
});
