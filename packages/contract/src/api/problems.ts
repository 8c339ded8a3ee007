import { ERROR_CODES } from "@headroom/core";
import type { ErrorCode } from "@headroom/core";
import type { Body, Route } from "./route.ts";

const ANYWHERE: readonly ErrorCode[] = [
  ...(["parameter-unreadable", "parameter-missing", "headers-too-large", "internal"] as const),
  ...(["unavailable", "not-ready"] as const),
];

const WITH_TOKEN: readonly ErrorCode[] = [
  ...(["unauthenticated", "token-expired", "token-revoked", "token-replaced"] as const),
  ...(["scope-missing", "rate-limited", "too-many-attempts"] as const),
  ...(["stored-version-unknown", "stored-bytes-broken"] as const),
];

const WITH_BODY: readonly ErrorCode[] = [
  ...(["body-too-large", "decompressed-too-large", "compression-ratio", "encoding-unsupported"] as const),
  ...(["encoding-broken", "upload-too-slow", "upload-too-long", "file-truncated", "file-empty"] as const),
];

/** What the text of a body can end in. */
const UNREADABLE: Record<Body["kind"], ErrorCode> = {
  json: "file-unreadable",
  file: "file-unreadable",
  wire: "batch-unreadable",
};

/** The codes that a route can be refused with, in the order of the closed list. */
export function problemsOf(route: Route, path: string): ErrorCode[] {
  const { access = "token", body, stores } = route;
  const possible = new Set<ErrorCode>([
    ...ANYWHERE,
    ...(access === "open" ? [] : WITH_TOKEN),
    ...(path.includes("{") ? (["not-found"] as const) : []),
    ...(body === undefined ? [] : [...WITH_BODY, UNREADABLE[body.kind]]),
    ...(stores === undefined ? [] : (["storage-full"] as const)),
    ...(stores === "new" ? (["workspace-full"] as const) : []),
    ...(route.problems ?? []),
  ]);
  return ERROR_CODES.filter((code) => possible.has(code));
}
