import { HeadroomError } from "@headroom/core";
import type { Auth } from "./auth.ts";

export interface OwnCredential {
  hash: string;
}

/** Checks the password and returns what it was checked against; null if the person has none. Call it within `inAccounts`. */
export async function checkOwnPassword(
  { context }: Pick<Auth, "context">,
  personId: string,
  { given, field }: { given: string | null; field: string },
): Promise<OwnCredential | null> {
  const known = await context.internalAdapter.findCredentialAccount(personId);
  if (!known?.password) return null;
  const { password: hash } = known;
  if (given !== null && (await context.password.verify({ hash, password: given }))) return { hash };
  throw new HeadroomError("credentials-wrong", "Your current password is wrong.", { field });
}
