import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";

/** 32 MiB and about a tenth of a second for each attempt. */
const COST = { N: 2 ** 15, r: 8, p: 1 };
const KEY_BYTES = 32;
const SALT_BYTES = 16;

/** `scrypt$salt$key`. Unlike our own secrets, a passphrase that a person made up can be guessed, so it is salted and hashed slowly. */
export async function hashPassphrase(passphrase: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(passphrase, salt);
  return ["scrypt", salt.toString("base64url"), key.toString("base64url")].join("$");
}

export async function isPassphrase(given: string, stored: string): Promise<boolean> {
  const [, salt = "", key = ""] = stored.split("$");
  const expected = Buffer.from(key, "base64url");
  const derived = await derive(given, Buffer.from(salt, "base64url"));
  return expected.length === derived.length && timingSafeEqual(expected, derived);
}

/** The same letters in two Unicode forms are the same passphrase. */
function derive(passphrase: string, salt: Uint8Array): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize("NFKC"), salt, KEY_BYTES, { ...COST, maxmem: 64 * 2 ** 20 }, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
}
