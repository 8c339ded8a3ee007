import type { ReactNode } from "react";
import clsx from "clsx";
import { PageHead, Sheet } from "@headroom/ui";
import { env } from "../../server/env.ts";
import { AppLink } from "../shell/app-link.tsx";

interface SettingsFrameProps {
  page: SettingsPage;
  workspaceName: string;
  mayManage: boolean;
  sentence: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** A page of the settings: its sentence, and tabs that lead to the others. */
export function SettingsFrame({
  page,
  workspaceName,
  mayManage,
  sentence,
  actions,
  children,
}: SettingsFrameProps) {
  const showsHealth = env().HEADROOM_HEALTH_PAGE === "owners";
  return (
    <>
      <PageHead
        eyebrow={<span className="wrap-anywhere">{workspaceName} settings</span>}
        sentence={sentence}
        actions={actions}
      />
      <Sheet label="Settings">
        <nav aria-label="Settings" className="flex gap-1 overflow-x-auto px-2 wide:px-3">
          {settingsPages({ mayManage, showsHealth }).map(({ name, label, href }) => (
            <AppLink
              key={name}
              href={href}
              aria-current={name === page ? "page" : undefined}
              className={clsx(
                "flex min-h-10 items-center border-y-2 border-t-transparent px-2 text-13 whitespace-nowrap transition-colors duration-120",
                name === page
                  ? "border-b-ink font-semibold text-ink"
                  : "border-b-transparent text-ink-2 hover:text-ink",
              )}
            >
              {label}
            </AppLink>
          ))}
        </nav>
        {children}
      </Sheet>
    </>
  );
}

type SettingsPage =
  | "members"
  | "tokens"
  | "ci-identities"
  | "notifications"
  | "workspace"
  | "usage"
  | "audit"
  | "health";

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
function settingsPages({
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
