import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { keyFor } from "../instance-secret.ts";

/** Plain words: everyone can read them, and nothing in them is loaded from anywhere. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** What writes mails: it knows our address, and how to close them up. */
export interface Mailer {
  webUrl: string;
  seal(mail: Mail): string;
}

/** The name of the job that sends one. */
export const SEND_MAIL = "send-mail";
/** With growing pauses: about a day. */
export const MAIL_ATTEMPTS = 14;

const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const mailKey = (secret: Uint8Array) => keyFor(secret, "mail");

/** Mails hold links that let people in, and jobs lie in a table and in logs: until it leaves, a mail is sealed. */
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

/** Throws for what another secret sealed, or nobody. */
export function openMail(secret: Uint8Array, sealed: string): Mail {
  const bytes = Buffer.from(sealed, "base64url");
  const decipher = createDecipheriv(CIPHER, mailKey(secret), bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const text = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  return JSON.parse(text.toString("utf8")) as Mail;
}
