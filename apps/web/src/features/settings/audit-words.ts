/** What of the log can be looked at alone, and the actions that belong to it. */
export const AUDIT_ABOUT = {
  all: { label: "Everything", actions: [] },
  members: {
    label: "Members",
    actions: [
      "member.role",
      "member.email",
      "member.remove",
      "invitation.create",
      "invitation.accept",
      "invitation.revoke",
      "sign-in-link.create",
    ],
  },
  tokens: { label: "Tokens", actions: ["token.create", "token.revoke"] },
  shares: { label: "Shares", actions: ["share.create", "share.revoke"] },
  workspace: {
    label: "Workspace",
    actions: ["workspace.create", "workspace.rename", "workspace.settings"],
  },
} as const satisfies Record<string, { label: string; actions: readonly string[] }>;

export type AuditAbout = keyof typeof AUDIT_ABOUT;

/** What was done, in words that the subject's name follows. What has no words here is told by its own name. */
const DID: Readonly<Record<string, string>> = {
  "experiment.create": "made the experiment",
  "experiment.delete": "deleted the experiment",
  "experiment.judge-again": "asked to judge again the runs of",
  "experiment.set-baseline": "set the baseline of",
  "experiment.update": "changed the experiment",
  "invitation.accept": "joined as",
  "invitation.create": "invited",
  "invitation.revoke": "took back the invitation of",
  "member.email": "changed the mail address of",
  "member.remove": "removed the member",
  "member.role": "changed the role of",
  "run.add-events": "added events to",
  "run.delete": "deleted",
  "run.finish": "finished",
  "run.import": "sent",
  "run.import-gauges": "added gauges to",
  "run.interrupt": "closed as interrupted",
  "run.judge-again": "judged again",
  "run.open": "began",
  "run.reparse": "asked to parse again",
  "run.reparsed": "parsed again",
  "run.restore": "brought back",
  "service.create": "made the service",
  "share.create": "shared",
  "share.revoke": "took back a share of",
  "sign-in-link.create": "made a sign-in link for",
  "target-set.create": "set targets of",
  "token.create": "made the token",
  "token.revoke": "revoked the token",
  "trend.acknowledge-change": "acknowledged a change in the trend of",
  "trend.withdraw-acknowledgement": "took back an acknowledgement in the trend of",
  "workspace.create": "made the workspace",
  "workspace.rename": "renamed the workspace",
  "workspace.settings": "changed the settings",
};

export function didWords(action: string): string {
  return DID[action] ?? action.replaceAll(/[.-]/g, " ");
}
