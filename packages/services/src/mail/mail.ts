import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { keyFor } from "../instance-secret.ts";

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

const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const mailKey = (secret: Uint8Array) => keyFor(secret, "mail");

/** Emails contain links that sign people in, and jobs are stored in a table, so an email is encrypted until it is sent. */
export function createMailer({ secret, webUrl }: { secret: Uint8Array; webUrl: string }): Mailer {
  const key = mailKey(secret);
  return {
    webUrl,
    seal(mail) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce);
      const body = Buffer.concat([cipher.update(JSON.stringify(mail), "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64url");
    },
  };
}

/** Throws for anything that was not sealed with this secret. */
export function openMail(secret: Uint8Array, sealed: string): Mail {
  const bytes = Buffer.from(sealed, "base64url");
  const decipher = createDecipheriv(CIPHER, mailKey(secret), bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const text = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  return JSON.parse(text.toString("utf8")) as Mail;
}
