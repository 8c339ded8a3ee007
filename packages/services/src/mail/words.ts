import type { Mail } from "./mail.ts";

interface InvitationWords {
  to: string;
  workspaceName: string;
  invitedBy: string | null;
  role: string;
  link: string;
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, " ").slice(0, 120);

export function invitationMail({ to, workspaceName, invitedBy, role, link }: InvitationWords): Mail {
  const workspace = oneLine(workspaceName);
  const who = invitedBy === null ? "You are invited" : `${oneLine(invitedBy)} invites you`;
  return {
    to,
    subject: `Invitation to ${workspace} on Headroom`,
    text: [
      `${who} to the workspace "${workspace}" as ${role}.`,
      `Open this link to accept. It works once, for this address, for 7 days:`,
      link,
      `If you did not expect this, ignore it: nothing happens.`,
    ].join("\n\n"),
  };
}

export function resetMail({ to, link }: { to: string; link: string }): Mail {
  return {
    to,
    subject: "Set a new password for Headroom",
    text: [
      "A new password was asked for this address. Open this link to choose one. It works once, for an hour:",
      link,
      "All sessions end when you do. If you did not ask, ignore this mail: your password stays as it is.",
    ].join("\n\n"),
  };
}

export function confirmMail({ to, link }: { to: string; link: string }): Mail {
  return {
    to,
    subject: "Confirm your address for Headroom",
    text: [
      "This address was used to sign up for Headroom. Open this link to confirm it and sign in. It works once, for a day:",
      link,
      "If you did not sign up, do not open it.",
    ].join("\n\n"),
  };
}

export function knownMail({ to, webUrl }: { to: string; webUrl: string }): Mail {
  return {
    to,
    subject: "You have a Headroom account already",
    text: [
      "Someone signed up for Headroom with this address, which has an account already. Nothing was changed.",
      `Sign in: ${webUrl}/sign-in`,
      `Choose a new password: ${webUrl}/reset`,
    ].join("\n\n"),
  };
}
