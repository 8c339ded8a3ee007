import { isUuid } from "../uuid.ts";

const ID_BYTES = 16;
const TOKEN = /^[\w-]{43}$/;

/** The secret of a badge's address: its workspace, so that it can be looked for there, and what nobody can guess. */
function badgeToken({ workspaceId, badge }: { workspaceId: string; badge: string }): string {
  return Buffer.from((workspaceId + badge).replaceAll("-", ""), "hex").toString("base64url");
}

/** Null: it can't be one. */
export function readBadgeToken(token: string): { workspaceId: string; badge: string } | null {
  if (!TOKEN.test(token)) return null;
  const bytes = Buffer.from(token, "base64url");
  const [workspaceId, badge] = [bytes.subarray(0, ID_BYTES), bytes.subarray(ID_BYTES)].map(idOf);
  return workspaceId !== undefined && badge !== undefined && isUuid(workspaceId) && isUuid(badge)
    ? { workspaceId, badge }
    : null;
}

function idOf(bytes: Buffer): string {
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** Where an experiment's badge is; null: it has none. */
export function badgePath({
  workspaceId,
  badge,
}: {
  workspaceId: string;
  badge: string | null;
}): string | null {
  return badge === null ? null : `/badge/${badgeToken({ workspaceId, badge })}.svg`;
}
