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

describe("an entry of the log", () => {
  it("says who did what to what", () => {
    expect(rowOf({})).toMatchObject({
      who: "Mara",
      did: { before: "created the token", after: "" },
      subject: "ci",
      href: null,
    });
    expect(rowOf({ subjectKind: "run", subjectName: "Mix, run 3" })).toMatchObject({ href: `/runs/${id}` });
  });

  it("puts the name where its sentence has it, or leaves it out", () => {
    const run = { subjectKind: "run", subjectName: "Mix, run 3" };
    expect(rowOf({ ...run, action: "run.reparsed" })).toMatchObject({
      did: { before: "parsed", after: "again" },
      subject: "Mix, run 3",
    });
    const workspace = { subjectKind: "workspace", subjectName: null };
    expect(rowOf({ ...workspace, action: "workspace.rename" })).toMatchObject({
      did: { before: "renamed the workspace" },
      subject: null,
    });
  });

  it("names the runs that a share link shows", () => {
    const share = { subjectKind: "share", subjectName: "Mix, run 3 and Mix, run 4" };
    expect(rowOf({ ...share, action: "share.create", detail: { of: "comparison" } })).toMatchObject({
      did: { before: "created a share link to", after: "" },
      subject: "Mix, run 3 and Mix, run 4",
      href: null,
      detail: "shows a: comparison",
    });
    expect(rowOf({ ...share, action: "share.revoke", subjectName: null })).toMatchObject({
      did: { before: "revoked a share link to" },
      subject: "(deleted run)",
    });
    const ofDay = { ...share, action: "share.revoke", subjectName: null, detail: { peakDay: "x" } };
    expect(rowOf(ofDay)).toMatchObject({ subject: "(deleted peak day)" });
  });

  it("says what people and things that no longer exist were", () => {
    expect(rowOf({ actorName: null })?.who).toBe("A former member");
    expect(rowOf({ actorKind: "token", actorName: null })?.who).toBe("A token");
    expect(rowOf({ actorKind: "system", actorName: null })?.who).toBe("Headroom");
    expect(rowOf({ subjectName: null })).toMatchObject({ subject: "(deleted token)", href: null });
    expect(rowOf({ action: "member.role", subjectKind: "person", subjectName: null })).toMatchObject({
      subject: "(former member)",
    });
  });

  it("shows details that mean something to people: no ids, nothing empty or nested, no flag that is not set", () => {
    const detail = {
      name: "ci",
      scopes: ["read", "ingest"],
      serviceId: null,
      run: id,
      expiresAt: "2026-12-21T18:52:00.752Z",
      keepRawFiles: true,
      runs: [id, id],
      passphrase: true,
      wasBaseline: false,
      targetsVersion: 2,
      of: {},
    };
    expect(rowOf({ detail })?.detail).toBe(
      "scopes: read, ingest · keep uploaded files: yes · with a passphrase · targets version: 2",
    );
  });

  it("shows an action without words of its own by its name", () => {
    expect(rowOf({ action: "peak-day.close" })).toMatchObject({
      did: { before: "peak day close", after: "" },
      subject: "ci",
    });
  });
});

describe("the log's address", () => {
  it("contains the view, and is read as it was written", () => {
    for (const about of Object.keys(AUDIT_ABOUT) as (keyof typeof AUDIT_ABOUT)[]) {
      const query = { about, before: { at, id } };
      const address = new URL(auditAddress(query), "http://web.example");
      expect(readAuditQuery(Object.fromEntries(address.searchParams))).toEqual(query);
    }
    expect(auditAddress({ about: "all", before: null })).toBe("/settings/audit");
  });

  it("shows the newest entries of everything if it makes no sense", () => {
    const query = { about: "constructor", before: "2026-13-45T99:00:00.000Z_x" };
    expect(readAuditQuery(query)).toEqual({ about: "all", before: null });
    expect(readAuditQuery({ before: `2026-13-45T99:00:00.000Z_${id}` }).before).toBeNull();
  });
});
