import { formatInstant } from "@headroom/ui";
import type { Tone } from "@headroom/ui";

/** A link in the list of what it shows. */
export interface ShareRow {
  id: string;
  state: "open" | "expired" | "revoked";
  tone: Tone;
  title: string;
  opened: string;
  detail: string;
}

interface ListedLink {
  id: string;
  state: "open" | "expired" | "revoked";
  createdAt: Date;
  createdBy: string | null;
  expiresAt: Date;
  revokedAt: Date | null;
  hasPassphrase: boolean;
  showsConfiguration: boolean;
  showsCommits: boolean;
  openedCount: number;
  lastOpenedAt: Date | null;
  frozenAt: Date | null;
}

export function prepareShareList(links: readonly ListedLink[], timeZone: string): ShareRow[] {
  const at = (moment: Date) => formatInstant(moment, timeZone);
  return links.map((link) => ({
    id: link.id,
    state: link.state,
    tone: link.state === "open" ? "good" : "neutral",
    title: titleOf(link, at),
    opened: openedOf(link, at),
    detail: [
      `created ${at(link.createdAt)}${link.createdBy === null ? "" : ` by ${link.createdBy}`}`,
      link.frozenAt === null ? "" : "frozen at that time",
      link.hasPassphrase ? "with a passphrase" : "",
      link.showsConfiguration ? "shows configuration" : "",
      link.showsCommits ? "shows commits" : "",
    ]
      .filter((part) => part !== "")
      .join(", "),
  }));
}

function titleOf({ state, expiresAt, revokedAt }: ListedLink, at: (moment: Date) => string): string {
  if (state === "revoked") return revokedAt === null ? "Revoked" : `Revoked ${at(revokedAt)}`;
  return state === "expired" ? `Expired ${at(expiresAt)}` : `Active until ${at(expiresAt)}`;
}

function openedOf({ openedCount, lastOpenedAt }: ListedLink, at: (moment: Date) => string): string {
  if (openedCount === 0 || lastOpenedAt === null) return "Never opened";
  const times = openedCount === 1 ? "once" : `${openedCount.toLocaleString("en-US")} times`;
  return `Opened ${times}, last ${at(lastOpenedAt)}`;
}
