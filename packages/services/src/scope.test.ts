import type { Scope } from "@headroom/core";
import { describe, expect, it } from "vitest";
import type { Database } from "@headroom/db";
import type { Actor, Right } from "./context.ts";
import { onlyServiceOf, requireScope } from "./scope.ts";

const unused = {} as Database;
const ctx = (actor: Actor) => ({
  db: unused,
  clock: () => new Date(0),
  newId: () => "",
  newSecretBytes: () => new Uint8Array(),
  workspaceId: "",
  actor,
});
const may = (actor: Actor, right: Right) => {
  try {
    requireScope(ctx(actor), right);
    return true;
  } catch {
    return false;
  }
};

describe("scopes", () => {
  it.each([
    ["owner", [true, true, true, true]],
    ["editor", [true, true, true, false]],
    ["viewer", [false, true, false, false]],
  ] as const)("of %s", (role, expected) => {
    const actor: Actor = { kind: "person", id: "p", role };
    const rights = ["ingest", "read", "edit", "manage"] as const;
    expect(rights.map((right) => may(actor, right))).toEqual(expected);
  });

  it("of a token are the ones it was made with: managing does not mean reading", () => {
    const actor: Actor = { kind: "token", id: "t", scopes: ["manage"], serviceId: null };
    expect([may(actor, "ingest"), may(actor, "read"), may(actor, "manage")]).toEqual([false, false, true]);
  });

  it("of a token let it edit only if it manages: a token of CI changes no targets", () => {
    const token = (scopes: readonly Scope[]): Actor => ({ kind: "token", id: "t", scopes, serviceId: null });
    expect(may(token(["ingest", "read"]), "edit")).toBe(false);
    expect(may(token(["manage"]), "edit")).toBe(true);
  });

  it("hold a token to its service, and nobody else", () => {
    expect(onlyServiceOf({ kind: "token", id: "t", scopes: [], serviceId: "s" })).toBe("s");
    expect(onlyServiceOf({ kind: "system", id: null })).toBeNull();
  });
});
