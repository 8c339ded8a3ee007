import type { Destination } from "./post-demo.ts";

const option = { type: "string" } as const;

export const DESTINATION_OPTIONS = {
  "ingest-url": option,
  "ingest-token": option,
  "read-token": option,
  "manage-token": option,
  "owner-email": option,
};

export const DESTINATION_USAGE =
  "--ingest-url <address> --ingest-token <token> --read-token <token> --manage-token <token> --owner-email <email>";

type Given = { [Name in keyof typeof DESTINATION_OPTIONS]?: string | undefined };

/** Null: something is missing. */
export function destinationOf(values: Given): Destination | null {
  const { "ingest-url": url, "owner-email": ownerEmail } = values;
  const { "ingest-token": ingestToken, "read-token": readToken, "manage-token": manageToken } = values;
  if (url === undefined || ownerEmail === undefined) return null;
  if (ingestToken === undefined || readToken === undefined || manageToken === undefined) return null;
  return { ingestUrl: url.replace(/\/+$/, ""), ingestToken, readToken, manageToken, ownerEmail };
}
