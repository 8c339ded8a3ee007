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

export function newAddressMail({ to, link }: { to: string; link: string }): Mail {
  return {
    to,
    subject: "Your new address for Headroom",
    text: [
      "Somebody wants to use this address for their Headroom account. Open this link if it is you. It works once, for an hour:",
      link,
      "If it is not you, do not open it: nothing happens.",
    ].join("\n\n"),
  };
}

export function takenAddressMail({ to }: { to: string }): Mail {
  return {
    to,
    subject: "You have a Headroom account already",
    text: "Somebody wanted to use this address for their Headroom account. It has an account already, and nothing was changed.",
  };
}

interface AddressWords {
  to: string;
  /** The new one. */
  address: string;
  webUrl: string;
}

export function addressAskedMail({ to, address, webUrl }: AddressWords): Mail {
  return {
    to,
    subject: "A new address was asked for your Headroom account",
    text: [
      `Your Headroom account is to have the address ${oneLine(address)} in the place of this one. It changes when the link is opened that was sent there.`,
      `If that was not you, somebody knows your password. Choose a new one, which ends that link: ${webUrl}/reset`,
    ].join("\n\n"),
  };
}

export function addressChangedMail({ to, address, webUrl }: AddressWords): Mail {
  return {
    to,
    subject: "Your Headroom account has a new address",
    text: [
      `Your Headroom account has the address ${oneLine(address)} now. This one opens it no more.`,
      `If that was not you, tell an owner of your workspace, or whoever runs ${webUrl}.`,
    ].join("\n\n"),
  };
}
