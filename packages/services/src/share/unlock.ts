import { createHmac, timingSafeEqual } from "node:crypto";
import { HeadroomError } from "@headroom/core";
import type { ShareLinkFound } from "@headroom/db";
import { countAttempt, forgetAttempts } from "../attempt/count.ts";
import type { Services } from "../context.ts";
import { keyFor } from "../instance-secret.ts";
import { findShareLink } from "./find.ts";
import { isPassphrase } from "./passphrase.ts";

const UNLOCKED_MILLIS = 12 * 3_600_000;
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
  const expiresAt = new Date(services.clock().getTime() + UNLOCKED_MILLIS);
  const end = String(expiresAt.getTime());
  return { proof: `${end}.${proofOf(link, end, signingSecret).toString("base64url")}`, expiresAt };
}

/** Whether a link needs no passphrase, or the proof shows that it was given. */
export function isUnlocked(
  services: Services,
  link: ShareLinkFound,
  { proof, signingSecret }: { proof: string | null; signingSecret: Uint8Array },
): boolean {
  if (link.passphraseHash === null) return true;
  const [end = "", signature = ""] = (proof ?? "").slice(0, 200).split(".");
  const given = Buffer.from(signature, "base64url");
  const expected = proofOf(link, end, signingSecret);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
  return Number(end) > services.clock().getTime();
}

function proofOf({ id, passphraseHash }: ShareLinkFound, end: string, signingSecret: Uint8Array): Buffer {
  const key = keyFor(signingSecret, "share passphrase");
  return createHmac("sha256", key).update([id, passphraseHash, end].join("\n")).digest();
}
