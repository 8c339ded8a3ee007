import type { AuditLine, AuditPage } from "@headroom/services";
import { didWords } from "./audit-words.ts";
import type { AuditAbout } from "./audit-words.ts";

export interface AuditRow {
  id: string;
  at: string;
  who: string;
  did: string;
  /** Null where the action says it all. */
  subject: string | null;
  /** Where the subject can be seen; null where it cannot, or is gone. */
  href: string | null;
  detail: string;
}

export interface AuditModel {
  rows: AuditRow[];
  /** The address of the page after this. */
  older: string | null;
}

export function prepareAudit({ lines, next }: AuditPage, about: AuditAbout): AuditModel {
  return {
    rows: lines.map(toRow),
    older: next === null ? null : auditAddress({ about, before: next }),
  };
}

function toRow(line: AuditLine): AuditRow {
  return {
    id: line.id,
    at: line.at.toISOString(),
    who: whoWords(line),
    did: didWords(line.action),
    subject:
      line.subjectName ??
      (line.subjectKind === "workspace" ? null : `(${line.subjectKind.replaceAll("-", " ")} that is gone)`),
    href: hrefOf(line),
    detail: detailWords(line),
  };
}

function whoWords({ actorKind, actorName }: AuditLine): string {
  if (actorKind === "system") return "Headroom";
  if (actorKind === "token") return actorName === null ? "A token" : `Token ${actorName}`;
  return actorName ?? "A former member";
}

function hrefOf({ subjectKind, subjectId, subjectName }: AuditLine): string | null {
  if (subjectId === null || subjectName === null) return null;
  if (subjectKind === "run") return `/runs/${subjectId}`;
  return subjectKind === "experiment" ? `/experiments/${subjectId}` : null;
}

/** Ids and instants say nothing to people, the subject's name is said already, and what is nested is for the API. */
function detailWords({ detail, subjectName }: AuditLine): string {
  return Object.entries(detail)
    .flatMap(([name, value]) => {
      const text = plainText(value);
      return text === null || text === subjectName || /(id|At|newRun)$/.test(name)
        ? []
        : [`${wordsOf(name)} ${text}`];
    })
    .join(" · ");
}

function plainText(value: unknown): string | null {
  if (typeof value === "string") return value === "" || isId(value) ? null : value;
  if (typeof value === "number") return value.toLocaleString("en-US");
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.every((one) => typeof one === "string") ? value.join(", ") : null;
  return null;
}

function isId(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}$/i.test(text);
}

/** `keepRawFiles` is three words. */
function wordsOf(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
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
