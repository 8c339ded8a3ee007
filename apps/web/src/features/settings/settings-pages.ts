export type SettingsPage = "members" | "tokens" | "workspace" | "audit";

const PAGES: readonly { name: SettingsPage; label: string; ownersOnly: boolean }[] = [
  { name: "members", label: "Members", ownersOnly: false },
  { name: "tokens", label: "Tokens", ownersOnly: true },
  { name: "workspace", label: "Workspace", ownersOnly: false },
  { name: "audit", label: "Audit log", ownersOnly: true },
];

/** The pages that this person may open: owners' pages are hidden from everyone else. */
export function settingsPages(mayManage: boolean): { name: SettingsPage; label: string; href: string }[] {
  return PAGES.filter(({ ownersOnly }) => mayManage || !ownersOnly).map(({ name, label }) => ({
    name,
    label,
    href: `/settings/${name}`,
  }));
}
