import { describe, expect, it } from "vitest";
import { whyGuessable } from "./guessable.ts";

describe("a password that anybody would try first", () => {
  it.each([
    ["aaaaaaaaaa", /repeats/],
    ["          ", /repeats/],
    ["\0".repeat(10), /repeats/],
    ["1212121212", /repeats/],
    ["abc123abc123", /repeats/],
    ["passwordpassword", /repeats/],
    ["1234567890", /keyboard/],
    ["12345678910", /keyboard/],
    ["0987654321", /keyboard/],
    ["qwertyuiop", /keyboard/],
    ["qwerty12345", /keyboard/],
    ["1qaz2wsx3edc", /keyboard/],
    ["abcdefghij1", /keyboard/],
    ["password123", /common/],
    ["Password2026!", /common/],
    ["P4ssw0rd-2026", /common/],
    ["p@$$word12", /common/],
    ["iloveyou12", /common/],
    ["welcome-home1", /common/],
    ["AdminPassword", /common/],
    ["Summer2026!!", /common/],
    ["headroom2026", /common/],
  ])("is refused with the reason: %j", (password, reason) => {
    expect(whyGuessable(password)).toMatch(reason);
  });

  it("is refused if it is little more than the email address", () => {
    expect(whyGuessable("ada.lovelace1", "ada.lovelace@shop.example")).toMatch(/email/);
    expect(whyGuessable("Ada.Lovelace@shop.example", "ada.lovelace@shop.example")).toMatch(/email/);
    expect(whyGuessable("ada.lovelace-lost-nine-sheep", "ada.lovelace@shop.example")).toBeNull();
  });
});

it.each([
  "correct horse battery",
  "another good password",
  "chosen by somebody",
  "Tr0ub4dor&3x",
  "xkcd-rolls-the-dice",
  "9f2b7c41de",
  "Grüße aus Köln",
  "мой длинный пароль",
  "summerrainpassword",
])("others are fine: %s", (password) => {
  expect(whyGuessable(password, "ada@shop.example")).toBeNull();
});
