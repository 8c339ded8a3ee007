import { createHmac, timingSafeEqual } from "node:crypto";
import { DAY_MILLIS, HeadroomError, HOUR_MILLIS } from "@headroom/core";
import type { ShareLinkFound } from "@headroom/db";
import { countAttempt, forgetAttempts } from "../attempt/count.ts";
import type { Services } from "../context.ts";
import { keyFor } from "../instance-secret.ts";
import { findShareLink } from "./find.ts";
import { isPassphrase } from "./passphrase.ts";

const UNLOCKED_MILLIS = 12 * HOUR_MILLIS;
/** Since the passphrase was entered, however often the proof is renewed. */
const LONGEST_MILLIS = 7 * DAY_MILLIS;
const MAX_GIVEN_LENGTH = 1_000;

export interface UnlockedShare {
  /** For a cookie: proves that its holder knew the passphrase of this one link. */
  proof: string;
  expiresAt: Date;
}

/** Checks the passphrase of a link. Attempts are counted before they are checked, for everyone with the link together. */
export async function unlockShare({
  services,
  input: { secret, passphrase, signingSecret },
}: {
  services: Services;
  input: { secret: string; passphrase: string; signingSecret: Uint8Array };
}): Promise<UnlockedShare> {
  const link = await findShareLink(services, secret);
  if (link.passphraseHash !== null) {
    await countAttempt(services, "share passphrase", link.id);
    if (!(await isPassphrase(passphrase.slice(0, MAX_GIVEN_LENGTH), link.passphraseHash))) {
      throw new HeadroomError("unauthenticated", "Wrong passphrase.", {
        field: "passphrase",
        hint: "Ask the person who sent you the link.",
      });
    }
    await forgetAttempts(services, "share passphrase", link.id);
  }
  return prove(services, link, { enteredAt: services.clock().getTime(), signingSecret });
}

interface Given {
  proof: string | null;
  signingSecret: Uint8Array;
}

/** Whether a link needs no passphrase, or the proof shows that it was given. */
export function isUnlocked(services: Services, link: ShareLinkFound, given: Given): boolean {
  return link.passphraseHash === null || readProof(services, link, given) !== null;
}

/** The proof of somebody who is still there, for longer; null: there is none to renew. */
export function renewUnlocked(services: Services, link: ShareLinkFound, given: Given): UnlockedShare | null {
  const read = link.passphraseHash === null ? null : readProof(services, link, given);
  return read === null ? null : prove(services, link, { ...read, signingSecret: given.signingSecret });
}

interface Proven {
  /** When the passphrase was entered. */
  enteredAt: number;
}

function prove(
  services: Services,
  link: ShareLinkFound,
  { enteredAt, signingSecret }: Proven & Pick<Given, "signingSecret">,
): UnlockedShare {
  const end = Math.min(services.clock().getTime() + UNLOCKED_MILLIS, enteredAt + LONGEST_MILLIS);
  const said = `${enteredAt}.${end}`;
  const signature = sign(link, said, signingSecret).toString("base64url");
  return { proof: `${said}.${signature}`, expiresAt: new Date(end) };
}

/** Null: it isn't one of this link with its passphrase, or no longer. */
function readProof(services: Services, link: ShareLinkFound, { proof, signingSecret }: Given): Proven | null {
  const [enteredAt = "", end = "", signature = ""] = (proof ?? "").slice(0, 200).split(".");
  const given = Buffer.from(signature, "base64url");
  const expected = sign(link, `${enteredAt}.${end}`, signingSecret);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  return Number(end) > services.clock().getTime() ? { enteredAt: Number(enteredAt) } : null;
}

function sign({ id, passphraseHash }: ShareLinkFound, said: string, signingSecret: Uint8Array): Buffer {
  const key = keyFor(signingSecret, "share passphrase");
  return createHmac("sha256", key).update([id, passphraseHash, said].join("\n")).digest();
}
