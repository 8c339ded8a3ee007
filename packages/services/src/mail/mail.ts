import { keyFor } from "../instance-secret.ts";
import { openSealedText, sealText } from "../sealed-text.ts";

/** Plain text: every mail program can show it, and it loads nothing. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** The same as a page, for mail that is read often. It loads nothing either. */
  html?: string;
  headers?: Readonly<Record<string, string>>;
}

/** Knows our URL and encrypts emails until they are sent. */
export interface Mailer {
  webUrl: string;
  seal(mail: Mail): string;
}

/** The name of the job that sends one. */
export const SEND_MAIL = "send-mail";
/** With increasing delays, about a day. */
export const MAIL_ATTEMPTS = 14;

const mailKey = (secret: Uint8Array) => keyFor(secret, "mail");

/** Emails contain links that sign people in, and jobs are stored in a table, so an email is encrypted until it is sent. */
export function createMailer({ secret, webUrl }: { secret: Uint8Array; webUrl: string }): Mailer {
  const key = mailKey(secret);
  return {
    webUrl,
    seal: (mail) => sealText(key, JSON.stringify(mail)),
  };
}

/** Throws for anything that was not sealed with this secret. */
export function openMail(secret: Uint8Array, sealed: string): Mail {
  return JSON.parse(openSealedText(mailKey(secret), sealed)) as Mail;
}
