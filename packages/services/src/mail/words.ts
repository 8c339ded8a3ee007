import { INVITATION_DAYS } from "@headroom/core";
import { formatBytes } from "@headroom/core/format";
import type { Mail } from "./mail.ts";

interface InvitationWords {
  to: string;
  workspaceName: string;
  invitedBy: string | null;
  role: string;
  link: string;
}

/** Of names that people choose: a line break would begin another header or line. */
export const oneLine = (text: string) => text.replaceAll(/\s+/g, " ").slice(0, 120);

export function invitationMail({ to, workspaceName, invitedBy, role, link }: InvitationWords): Mail {
  const workspace = oneLine(workspaceName);
  const who = invitedBy === null ? "You are invited" : `${oneLine(invitedBy)} has invited you`;
  return {
    to,
    subject: `Join ${workspace} on Headroom`,
    text: [
      `${who} to join the workspace "${workspace}". Your role: ${role}.`,
      `Open this link to accept. It works once, only for this email address, and expires in ${INVITATION_DAYS} days:`,
      link,
      `If you weren't expecting this invitation, ignore this email.`,
    ].join("\n\n"),
  };
}

export function resetMail({ to, link }: { to: string; link: string }): Mail {
  return {
    to,
    subject: "Reset your Headroom password",
    text: [
      "Someone asked to reset the password of your Headroom account. Open this link to choose a new one. It works once and expires in an hour:",
      link,
      "Setting a new password signs you out everywhere. If you didn't ask for this, ignore this email: your password stays the same.",
    ].join("\n\n"),
  };
}

export function confirmMail({ to, link }: { to: string; link: string }): Mail {
  return {
    to,
    subject: "Confirm your email for Headroom",
    text: [
      "Someone signed up for Headroom with this email address. Open this link to confirm it and sign in. It works once and expires in a day:",
      link,
      "If you didn't sign up, don't open the link.",
    ].join("\n\n"),
  };
}

export function knownMail({ to, webUrl }: { to: string; webUrl: string }): Mail {
  return {
    to,
    subject: "You already have a Headroom account",
    text: [
      "Someone tried to sign up for Headroom with this email address, but it already has an account. Nothing has changed.",
      `Sign in: ${webUrl}/sign-in`,
      `Reset your password: ${webUrl}/reset`,
    ].join("\n\n"),
  };
}

export function newAddressMail({ to, link }: { to: string; link: string }): Mail {
  return {
    to,
    subject: "Confirm your new email for Headroom",
    text: [
      "Someone wants to use this email address for their Headroom account. If that's you, open this link. It works once and expires in an hour:",
      link,
      "If it isn't you, ignore this email.",
    ].join("\n\n"),
  };
}

export function takenAddressMail({ to }: { to: string }): Mail {
  return {
    to,
    subject: "You already have a Headroom account",
    text: "Someone wanted to use this email address for their Headroom account, but it already has an account. Nothing has changed.",
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
    subject: "Your Headroom account is about to change its email",
    text: [
      `Someone asked to change the email of your Headroom account to ${oneLine(address)}. It changes when the link sent to that address is opened.`,
      `If that wasn't you, someone knows your password. Choose a new one, which also disables that link: ${webUrl}/reset`,
    ].join("\n\n"),
  };
}

export function addressChangedMail({ to, address, webUrl }: AddressWords): Mail {
  return {
    to,
    subject: "The email of your Headroom account has changed",
    text: [
      `You now sign in to your Headroom account with ${oneLine(address)}. This address no longer works.`,
      `If that wasn't you, tell a workspace owner, or the people who run ${webUrl}.`,
    ].join("\n\n"),
  };
}

interface StorageWords {
  to: string;
  workspaceName: string;
  usedBytes: number;
  maxBytes: number;
  webUrl: string;
}

export function storageMail({ to, workspaceName, usedBytes, maxBytes, webUrl }: StorageWords): Mail {
  const workspace = oneLine(workspaceName);
  const isFull = usedBytes >= maxBytes;
  return {
    to,
    subject: isFull ? `${workspace} is full: uploads are refused` : `${workspace} is running out of storage`,
    text: [
      `The workspace "${workspace}" uses ${formatBytes(usedBytes)} of ${formatBytes(maxBytes)}. ${
        isFull
          ? "New uploads and live traffic are refused until there is room."
          : "When it is full, new uploads and live traffic are refused."
      } Everything stored can still be read.`,
      `Delete runs you no longer need, keep runs for fewer days, or stop keeping files: ${webUrl}/settings/workspace`,
      "Deleted runs count until they are removed, seven days later. The people who run this server can raise the limit.",
    ].join("\n\n"),
  };
}
