import type { AuditLine, AuditPage } from "@headroom/services";
import { detailText, didWords } from "./audit-words.ts";
import type { AuditAbout, DidWords } from "./audit-words.ts";

export interface AuditRow {
  id: string;
  at: string;
  who: string;
  did: DidWords;
  /** Null where the action says it all. */
  subject: string | null;
  /** The subject's page; null where it has none or no longer exists. */
  href: string | null;
  detail: string;
}

export interface AuditModel {
  rows: AuditRow[];
  /** The address of the next page, with older entries. */
  older: string | null;
}

export function prepareAudit({ lines, next }: AuditPage, about: AuditAbout): AuditModel {
  return {
    rows: lines.map(toRow),
    older: next === null ? null : auditAddress({ about, before: next }),
  };
}

function toRow(line: AuditLine): AuditRow {
  const did = didWords(line.action);
  return {
    id: line.id,
    at: line.at.toISOString(),
    who: whoWords(line),
    did,
    subject: did.namesSubject ? (line.subjectName ?? formerWords(line)) : null,
    href: hrefOf(line),
    detail: detailWords(line),
  };
}

function formerWords({ subjectKind: kind, detail }: AuditLine): string {
  if (kind === "share") {
    if ("peakDay" in detail) return "(deleted peak day)";
    if ("gameday" in detail) return "(deleted gameday)";
    return "service" in detail ? "(deleted service)" : "(deleted run)";
  }
  return kind === "person" ? "(former member)" : `(deleted ${kind.replaceAll("-", " ")})`;
}

function whoWords({ actorKind, actorName }: AuditLine): string {
  if (actorKind === "system") return "Headroom";
  if (actorKind === "token") return actorName === null ? "A token" : `Token ${actorName}`;
  return actorName ?? "A former member";
}

/** Where what has a page of its own is shown. */
const PAGES: Readonly<Record<string, string | undefined>> = {
  run: "/runs",
  experiment: "/experiments",
  "peak-day": "/peak-days",
  gameday: "/gamedays",
};

function hrefOf({ subjectKind, subjectId, subjectName }: AuditLine): string | null {
  if (subjectId === null || subjectName === null) return null;
  const pages = PAGES[subjectKind];
  return pages === undefined ? null : `${pages}/${subjectId}`;
}

/** Leaves out ids and instants, which mean nothing to people, the subject's name, and nested values. */
function detailWords({ detail, subjectName }: AuditLine): string {
  return Object.entries(detail)
    .flatMap(([name, value]) => {
      const plain = plainValue(value);
      if (plain === null || plain === subjectName || /(Id|At|newRun)$/.test(name)) return [];
      return detailText(name, plain) ?? [];
    })
    .join(" · ");
}

function plainValue(value: unknown): string | boolean | null {
  if (typeof value === "string") return value === "" || isId(value) ? null : value;
  if (typeof value === "number") return value.toLocaleString("en-US");
  if (typeof value === "boolean") return value;
  if (!Array.isArray(value)) return null;
  const texts = value.filter((one) => typeof one === "string" && !isId(one));
  return texts.length === 0 ? null : texts.join(", ");
}

function isId(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}$/i.test(text);
}

export interface AuditQuery {
  about: AuditAbout;
  before: { at: Date; id: string } | null;
}

export function auditAddress({ about, before }: AuditQuery): string {
  const parameters = new URLSearchParams();
  if (about !== "all") parameters.set("about", about);
  if (before !== null) parameters.set("before", `${before.at.toISOString()}_${before.id}`);
  const text = parameters.toString();
  return text === "" ? "/settings/audit" : `/settings/audit?${text}`;
}
