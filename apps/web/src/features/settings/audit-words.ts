import type { WorkspaceSettings } from "@headroom/contract";

/** The filters of the log, and the actions that each shows. */
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
      "weekly-mail.start",
      "weekly-mail.stop",
    ],
  },
  tokens: {
    label: "Tokens",
    actions: [
      "ci-identity.create",
      "ci-identity.delete",
      "ci-identity.exchange",
      "ci-identity.refuse-copy",
      "token.create",
      "token.end-previous",
      "token.revoke",
      "token.rotate",
    ],
  },
  channels: {
    label: "Notifications",
    actions: [
      "channel.create",
      "channel.update",
      "channel.delete",
      "channel.test",
      "delivery.replay",
      "webhook-key.rotate",
    ],
  },
  shares: { label: "Share links", actions: ["share.create", "share.revoke"] },
  workspace: {
    label: "Workspace",
    actions: [
      "demo.load",
      "demo.remove",
      "workspace.create",
      "workspace.delete",
      "workspace.export",
      "workspace.import",
      "workspace.judge-again",
      "workspace.quota",
      "workspace.rename",
      "workspace.settings",
    ],
  },
} as const satisfies Record<string, { label: string; actions: readonly string[] }>;

export type AuditAbout = keyof typeof AUDIT_ABOUT;

/** Placeholder for the subject's name. */
const NAME = "…";

/** What each action did. Without a place for the name, the action says it all. */
const DID: Readonly<Record<string, string>> = {
  "action.add": "added an action to …",
  "action.change": "changed an action of …",
  "channel.create": "created the channel …",
  "channel.delete": "deleted the channel …",
  "channel.test": "sent a test to the channel …",
  "channel.update": "changed the channel …",
  "ci-identity.create": "trusted the CI jobs of …",
  "ci-identity.delete": "stopped trusting the CI jobs of …",
  "ci-identity.exchange": "gave a CI job the token …",
  "ci-identity.refuse-copy": "refused a copy of a CI job's token for …",

  "delivery.replay": "sent a message again: …",
  "demo.load": "loaded the demo",
  "demo.remove": "removed the demo",
  "experiment.badge": "changed the badge of …",
  "experiment.create": "created the experiment …",
  "experiment.delete": "deleted the experiment …",
  "experiment.errors-by": "changed what errors are counted by in …",
  "experiment.judge-again": "asked to judge all runs of … again",
  "experiment.set-baseline": "changed the baseline of …",
  "experiment.set-constant-load": "said whether the load was constant in …",
  "experiment.update": "edited the experiment …",
  "finding.add": "noted a finding of …",
  "finding.change": "changed a finding of …",
  "gameday.close": "closed the gameday …",
  "gameday.create": "planned the gameday …",
  "gameday.delete": "deleted the gameday …",
  "gameday.tick": "ticked a step of …",
  "gameday.update": "edited the gameday …",
  "invitation.accept": "joined the workspace",
  "invitation.create": "invited …",
  "invitation.revoke": "revoked the invitation for …",
  "member.email": "changed the email of …",
  "member.remove": "removed the member …",
  "member.role": "changed the role of …",
  "peak-day.acknowledge": "acknowledged what is wrong on the peak day …",
  "peak-day.alert": "changed the alerts of the peak day …",
  "peak-day.create": "planned the peak day …",
  "peak-day.delete": "deleted the peak day …",
  "peak-day.delete-curve": "deleted the expected traffic of …",
  "peak-day.import-curve": "changed the expected traffic of …",
  "peak-day.update": "edited the peak day …",
  "removal.accept": "accepted that … no longer represents the peak",
  "removal.revoke": "no longer accepted the removal of …",
  "risk.accept": "accepted a missed target of …",
  "risk.revoke": "revoked an accepted risk of …",
  "run.accept": "accepted the change in …",
  "run.add-events": "added events to …",
  "run.comment": "commented on …",
  "run.comment-delete": "deleted a comment on …",
  "run.comment-edit": "edited a comment on …",
  "run.comment-reopen": "reopened a comment on …",
  "run.comment-resolve": "resolved a comment on …",
  "run.delete": "deleted …",
  "run.edit": "edited …",
  "run.finish": "finished …",
  "run.import": "uploaded …",
  "run.import-gauges": "added gauges to …",
  "run.interrupt": "closed … as interrupted",
  "run.judge-again": "judged … again",
  "run.keep": "kept live traffic as …",
  "run.open": "started …",
  "run.reparse": "asked to parse … again",
  "run.reparsed": "parsed … again",
  "run.restore": "restored …",
  "run.set-aside": "set … aside",
  "run.set-price": "changed the price of …",
  "run.set-steady": "changed the steady phase of …",
  "run.undo-accept": "no longer accepted the change in …",
  "run.undo-set-aside": "counted … again",
  "service.add-events": "added events to …",
  "service.create": "created the service …",
  "service.delete-event": "deleted an event of …",
  "service.edit-event": "edited an event of …",
  "service.mapping": "changed what is counted of …",
  "service.rename": "renamed the service …",
  "share.create": "created a share link to …",
  "share.revoke": "revoked a share link to …",
  "sign-in-link.create": "created a sign-in link for …",
  "slo.acknowledge": "acknowledged the SLO …",
  "slo.alert": "changed who is notified of the SLO …",
  "slo.create": "created the SLO …",
  "slo.delete": "deleted the SLO …",
  "slo.test-alert": "sent a test notification of the SLO …",
  "slo.update": "edited the SLO …",
  "target-set.create": "changed the targets of …",
  "token.create": "created the token …",
  "token.end-previous": "ended the previous secrets of the token …",
  "token.revoke": "revoked the token …",
  "token.rotate": "gave a new secret to the token …",
  "view.delete": "deleted the shared view …",
  "view.save": "saved the shared view …",
  "weekly-mail.start": "turned on their weekly mail",
  "weekly-mail.stop": "turned off their weekly mail",
  "webhook-key.rotate": "replaced the key that webhooks are signed with",
  "trend.acknowledge-change": "accepted a trend change at …",
  "trend.withdraw-acknowledgement": "undid the acceptance of a trend change at …",
  "workspace.create": "created the workspace",
  "workspace.delete": "deleted the workspace",
  "workspace.export": "exported the workspace, with a command on the server",
  "workspace.import": "imported the workspace from another instance",
  "workspace.judge-again": "asked to judge all runs by the present rules",
  "workspace.quota": "set the quota of the workspace",
  "workspace.rename": "renamed the workspace",
  "workspace.settings": "changed the workspace settings",
};

/** An action in words: what to say before the subject's name and after it. */
export interface DidWords {
  before: string;
  after: string;
  namesSubject: boolean;
}

/** An action without words of its own is shown by its name. */
export function didWords(action: string): DidWords {
  const words = DID[action] ?? `${action.replaceAll(/[.-]/g, " ")} ${NAME}`;
  const [before = "", after] = words.split(NAME).map((part) => part.trim());
  return { before, after: after ?? "", namesSubject: after !== undefined };
}

/** The workspace's settings, all of them: their names in the code say little to a reader. */
const SETTINGS: Readonly<Record<keyof WorkspaceSettings, string>> = {
  afterStep: "runs while the trend stays worse",
  defaultBranch: "default branch",
  capacityFactor: "required multiple of the expected peak",
  keepRawFiles: "keep uploaded files",
  keepRunsDays: "run retention in days",
  maxBadLinesShare: "maximum share of unreadable lines",
  maxLabels: "maximum labels per run",
  peakEnvironment: "environment of peaks",
  proofDays: "days that a proof counts",
  proofDeploys: "deploys after a proof",
  runAttributes: "resource attributes in configurations",
  targetConfidence: "confidence of verdicts",
  traceUrl: "URL of a trace",
};

/** Details whose own names would not be understood. */
const DETAILS: Readonly<Record<string, string>> = {
  before: "previously",
  given: "sent",
  keepPreviousHours: "previous one valid for hours",
  of: "shows a",
  ...SETTINGS,
};

/** Details that are said only where they are true. */
const FLAGS: Readonly<Record<string, string>> = {
  again: "again",
  left: "left on their own",
  link: "by the link in it",
  passphrase: "with a passphrase",
  newUrl: "with a new URL",
  wasBaseline: "was the baseline",
};

/** One detail in words; null for a flag that is not set. */
export function detailText(name: string, value: string | boolean): string | null {
  const flag = Object.hasOwn(FLAGS, name) ? FLAGS[name] : undefined;
  if (flag !== undefined && typeof value === "boolean") return value ? flag : null;
  const said = typeof value === "boolean" ? (value ? "yes" : "no") : value;
  return `${Object.hasOwn(DETAILS, name) ? DETAILS[name] : spelledOut(name)}: ${said}`;
}

/** `targetsVersion` is two words. */
function spelledOut(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
