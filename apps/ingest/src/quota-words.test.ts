import { expect, it } from "vitest";
import { asOption, quotaLines, readQuotaCall } from "./quota-words.ts";

it.each([
  [[], { slug: null, changes: null }],
  [["shop"], { slug: "shop", changes: null }],
  [["shop", "--uploads-per-day", "500"], { slug: "shop", changes: { uploadsPerDay: 500 } }],
  [
    ["shop", "--uploads-per-day=none", "--stored-bytes", "50e9"],
    { slug: "shop", changes: { uploadsPerDay: null, storedBytes: 50_000_000_000 } },
  ],
  [["--uploads-per-day", "500"], null],
  [["shop", "other"], null],
  [["shop", "--uploads-per-day", "-1"], null],
  [["shop", "--uploads-per-day", "many"], null],
  [["shop", "--stored-bytes", "1.5"], null],
  [["shop", "--stored-bytes", ""], null],
  [["shop", "--runs", "5"], null],
])("reads %j", (args, call) => {
  expect(readQuotaCall(args)).toEqual(call);
});

it("says what is used of what", () => {
  const use = { slug: "shop", uploadsToday: 412, storedBytes: 1_200_000_000 };
  expect(
    quotaLines([
      { ...use, quota: { uploadsPerDay: 500, storedBytes: 50_000_000_000 } },
      { ...use, quota: { uploadsPerDay: null, storedBytes: null } },
    ]),
  ).toEqual([
    "shop: 412 of 500 uploads today; 1.2 GB of 50 GB stored",
    "shop: 412 uploads today, no quota; 1.2 GB stored, no quota",
  ]);
  expect(quotaLines([])).toEqual(["No workspace has a quota."]);
});

it("names an option as it was typed", () => {
  expect(asOption('The parameter "storedBytes" is invalid: expected more.')).toBe(
    "--stored-bytes is invalid: expected more.",
  );
  expect(asOption("There is no workspace.")).toBe("There is no workspace.");
});
