/** The address for migrations: locks and several statements in a row need the server itself, not a pooler. */
export function migrationUrl(): string | null {
  const url = process.env["HEADROOM_DATABASE_DIRECT_URL"] ?? process.env["DATABASE_URL"] ?? "";
  return url === "" ? null : url;
}
