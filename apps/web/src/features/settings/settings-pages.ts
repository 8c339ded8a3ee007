export type SettingsPage =
  "members" | "tokens" | "ci-identities" | "notifications" | "workspace" | "usage" | "audit" | "health";

const PAGES: readonly { name: SettingsPage; label: string; ownersOnly: boolean }[] = [
  { name: "members", label: "Members", ownersOnly: false },
  { name: "tokens", label: "Tokens", ownersOnly: true },
  { name: "ci-identities", label: "CI identities", ownersOnly: true },
  { name: "notifications", label: "Notifications", ownersOnly: true },
  { name: "workspace", label: "Workspace", ownersOnly: false },
  { name: "usage", label: "Usage", ownersOnly: false },
  { name: "audit", label: "Audit log", ownersOnly: true },
  { name: "health", label: "Health", ownersOnly: true },
];

/** The pages that this person may open: owners' pages are hidden from everyone else. */
export function settingsPages({
  mayManage,
  showsHealth,
}: {
  mayManage: boolean;
  showsHealth: boolean;
}): { name: SettingsPage; label: string; href: string }[] {
  return PAGES.filter(({ ownersOnly }) => mayManage || !ownersOnly)
    .filter(({ name }) => showsHealth || name !== "health")
    .map(({ name, label }) => ({ name, label, href: `/settings/${name}` }));
}
