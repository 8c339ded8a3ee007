import type { AuditLine } from "@headroom/services";
import { describe, expect, it } from "vitest";
import { readAuditQuery } from "./audit-search-params.ts";
import { AUDIT_ABOUT } from "./audit-words.ts";
import { auditAddress, prepareAudit } from "./prepare-audit.ts";

const id = "01a1fe48-0000-7000-8000-000000000000";
const at = new Date("2026-11-21T12:00:00.123Z");
const line = (change: Partial<AuditLine>): AuditLine => ({
  id,
  at,
  actorKind: "person",
  actorId: id,
  actorName: "Mara",
  action: "token.create",
  subjectKind: "token",
  subjectId: id,
  subjectName: "ci",
  detail: {},
  ...change,
});
const rowOf = (change: Partial<AuditLine>) =>
  prepareAudit({ lines: [line(change)], next: null }, "all").rows[0];

describe("a line of the log", () => {
  it("says who did what to what", () => {
    expect(rowOf({})).toMatchObject({ who: "Mara", did: "made the token", subject: "ci", href: null });
    expect(rowOf({ subjectKind: "run", subjectName: "Mix, run 3" })).toMatchObject({ href: `/runs/${id}` });
  });

  it("names those who are gone for what they were", () => {
    expect(rowOf({ actorName: null })?.who).toBe("A former member");
    expect(rowOf({ actorKind: "token", actorName: null })?.who).toBe("A token");
    expect(rowOf({ actorKind: "system", actorName: null })?.who).toBe("Headroom");
    expect(rowOf({ subjectName: null })).toMatchObject({ subject: "(token that is gone)", href: null });
  });

  it("tells details that mean something to people: no ids, nothing empty, nothing nested", () => {
    const detail = {
      name: "ci",
      scopes: ["read", "ingest"],
      serviceId: null,
      run: id,
      expiresAt: "2026-12-21T18:52:00.752Z",
      keepRawFiles: true,
      of: {},
    };
    expect(rowOf({ detail })?.detail).toBe("scopes read, ingest · keep raw files yes");
  });

  it("has words for an action that nobody wrote any for", () => {
    expect(rowOf({ action: "peak-day.close" })?.did).toBe("peak day close");
  });
});

describe("the log's address", () => {
  it("holds the view, and reads back what it wrote", () => {
    for (const about of Object.keys(AUDIT_ABOUT) as (keyof typeof AUDIT_ABOUT)[]) {
      const query = { about, before: { at, id } };
      const address = new URL(auditAddress(query), "http://web.example");
      expect(readAuditQuery(Object.fromEntries(address.searchParams))).toEqual(query);
    }
    expect(auditAddress({ about: "all", before: null })).toBe("/settings/audit");
  });

  it("that makes no sense is the newest of everything", () => {
    const query = { about: "constructor", before: "2026-13-45T99:00:00.000Z_x" };
    expect(readAuditQuery(query)).toEqual({ about: "all", before: null });
    expect(readAuditQuery({ before: `2026-13-45T99:00:00.000Z_${id}` }).before).toBeNull();
  });
});
