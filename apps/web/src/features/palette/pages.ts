import { SHORTCUTS } from "./shortcuts.ts";

interface PalettePage {
  href: string;
  title: string;
  /** What people call it, or look for there. */
  words: string;
}

/** Every page without an ID, the most visited first. */
const PAGES: readonly PalettePage[] = [
  { href: "/", title: "Overview", words: "home what got worse slower regressed" },
  { href: "/services", title: "Services", words: "live traffic capacity" },
  { href: "/peak-days", title: "Peak days", words: "black friday readiness headroom ready" },
  { href: "/experiments", title: "Experiments", words: "catalog load tests" },
  { href: "/comparisons", title: "Compare runs", words: "comparison slower faster before after baseline" },
  { href: "/upload", title: "Upload a results file", words: "send import run" },
  { href: "/slos", title: "SLOs", words: "error budget burn rate objectives" },
  { href: "/gamedays", title: "Gamedays", words: "rehearsals findings" },
  { href: "/peak-days/wall", title: "Wall of the running peak days", words: "big screen live" },
  { href: "/comparisons/rounds", title: "Compare two rounds of a service", words: "before after" },
  { href: "/runs/unsure", title: "Unsure runs", words: "why reasons" },
  { href: "/runs/deleted", title: "Deleted runs", words: "restore undo trash" },
  { href: "/stories", title: "Stories of the demo", words: "examples guide tour" },
  { href: "/first-run", title: "First run, step by step", words: "start quickstart" },
  { href: "/experiments/new", title: "New experiment", words: "create add workload" },
  { href: "/peak-days/new", title: "New peak day", words: "create add" },
  { href: "/gamedays/new", title: "New gameday", words: "create add rehearsal" },
  { href: "/settings", title: "Settings", words: "preferences" },
  { href: "/settings/members", title: "Members", words: "settings invite people roles users" },
  { href: "/settings/tokens", title: "Tokens", words: "settings api keys secret" },
  { href: "/settings/ci-identities", title: "CI identities", words: "settings github gitlab oidc" },
  { href: "/settings/notifications", title: "Notifications", words: "settings slack mail webhook alerts" },
  { href: "/settings/workspace", title: "Workspace settings", words: "policy proof rename delete" },
  { href: "/settings/usage", title: "Usage", words: "settings quota storage" },
  { href: "/settings/health", title: "Health", words: "settings jobs queue status" },
  { href: "/settings/audit", title: "Audit log", words: "settings history who changed" },
  { href: "/account", title: "Your account", words: "profile password sessions sign-in" },
  { href: "/api-reference", title: "API reference", words: "openapi rest docs" },
  { href: "/workspaces/new", title: "New workspace", words: "create team" },
];

/** The pages whose title or words contain all that is typed, with the keys that open them. */
export function pagesMatching(matches: (text: string) => boolean) {
  return PAGES.filter(({ title, words }) => matches(`${title} ${words}`)).map(({ href, title }) => {
    const keys = SHORTCUTS.find((shortcut) => shortcut.href === href)?.keys.join(" then ");
    return { id: href, title, ...(keys === undefined ? {} : { detail: keys }) };
  });
}
