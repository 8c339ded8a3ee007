import { AUDIT_ABOUT } from "./audit-words.ts";
import type { AuditAbout } from "./audit-words.ts";
import type { AuditQuery } from "./prepare-audit.ts";

const BEFORE = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Reads the address; anything it cannot read counts as absent. */
export function readAuditQuery(search: Record<string, string | string[] | undefined>): AuditQuery {
  const { about, before } = search;
  return { about: isAbout(about) ? about : "all", before: readBefore(before) };
}

function isAbout(text: string | string[] | undefined): text is AuditAbout {
  return typeof text === "string" && Object.hasOwn(AUDIT_ABOUT, text);
}

function readBefore(text: string | string[] | undefined): AuditQuery["before"] {
  const [, at, id] = BEFORE.exec(typeof text === "string" ? text : "") ?? [];
  if (at === undefined || id === undefined || Number.isNaN(Date.parse(at))) return null;
  return { at: new Date(at), id };
}
