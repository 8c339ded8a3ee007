import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { readStop, signStop } from "./stop-link.ts";

const secret = Buffer.from("a secret of tests and nothing else");
const one = { workspaceId: randomUUID(), personId: randomUUID() };
const token = signStop(one, secret);

it("names the person and the workspace that it was signed for", () => {
  expect(readStop(token, secret)).toEqual(one);
  expect(token).toMatch(/^[\w-]{86}$/);
});

it("is worth nothing with another secret, a changed byte, more or less", () => {
  expect(readStop(token, Buffer.from("another secret of tests, as long"))).toBeNull();
  for (const at of [0, 30, 50, 85]) {
    const changed = token.slice(0, at) + (token[at] === "A" ? "Q" : "A") + token.slice(at + 1);
    expect(readStop(changed, secret), `${at}`).toBeNull();
  }
  for (const wrong of ["", "x", `${token}AAAA`, token.slice(4), "%00", "\u{1F4A9}".repeat(50)])
    expect(readStop(wrong, secret)).toBeNull();
});

it("doesn't let the members of one workspace stop each other's", () => {
  const other = signStop({ ...one, personId: randomUUID() }, secret);
  expect(readStop(token.slice(0, 42) + other.slice(42), secret)).toBeNull();
});
