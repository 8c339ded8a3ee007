import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ownPath, withNext } from "./own-path.ts";

/** Parts of addresses that could lead to another site. */
const FRAGMENTS = [
  "/",
  "//",
  "\\",
  ".",
  "..",
  "\t",
  "\n",
  "a",
  "a.example",
  ":",
  "@",
  "%2f",
  "%5c",
  "?",
  "#",
  " ",
];

describe("where to go after signing in", () => {
  it.each(["/", "/runs/1?labels=a%20b#p99", "/invitations/x"])("is our own path %s", (path) =>
    expect(ownPath(path)).toBe(path),
  );
  it.each([
    "//attacker.example",
    "/\\attacker.example",
    "/\t/attacker.example",
    "/..//attacker.example",
    "https://attacker.example",
    "javascript:alert(1)",
    "runs/1",
    "",
    null,
    ["/runs"],
  ])("is never %j", (path) => expect(ownPath(path)).toBe("/"));

  it("is always on this host, whatever the address says", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...FRAGMENTS)), (fragments) => {
        const text = fragments.join("");
        for (const wanted of [text, `/${text}`]) {
          const url = new URL(ownPath(wanted), "https://headroom.example/sign-in");
          expect(url.host).toBe("headroom.example");
        }
      }),
    );
  });
});

it("is part of the sign-in address, unless it is the start page", () => {
  expect(withNext("/sign-in", "/")).toBe("/sign-in");
  expect(withNext("/sign-in", "/runs?a=1&b=2")).toBe("/sign-in?next=%2Fruns%3Fa%3D1%26b%3D2");
  expect(withNext("/sign-in?problem=link", "/runs")).toBe("/sign-in?problem=link&next=%2Fruns");
});
