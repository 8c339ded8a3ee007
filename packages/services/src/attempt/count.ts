import { HeadroomError, MINUTE_MILLIS } from "@headroom/core";
import { plural } from "@headroom/core/format";
import type { Services } from "../context.ts";
import { hashSecret } from "../secret.ts";

interface Limit {
  most: number;
  minutes: number;
}

/** How often something can be tried, by what is counted. One address can be a whole office. */
const LIMITS = {
  // Wrong passwords from one place don't keep the owner of the address out elsewhere.
  "sign-in email from address": { most: 10, minutes: 15 },
  "sign-in email": { most: 50, minutes: 15 },
  "sign-in address": { most: 100, minutes: 15 },
  "sign-up address": { most: 30, minutes: 60 },
  "sign-up email": { most: 5, minutes: 60 },
  "reset email": { most: 5, minutes: 60 },
  "reset address": { most: 30, minutes: 60 },
  "password person": { most: 10, minutes: 15 },
  "address person": { most: 5, minutes: 60 },
  "invitations workspace": { most: 50, minutes: 60 },
  "share passphrase": { most: 10, minutes: 15 },
  "weekly mail stop": { most: 20, minutes: 60 },
  "workspaces person": { most: 20, minutes: 60 },
} as const satisfies Record<string, Limit>;

export type Limited = keyof typeof LIMITS;

const keyOf = (what: Limited, of: string) => hashSecret(`${what} ${of.trim().toLowerCase()}`);

/** Counts one more attempt. Past the limit it is refused, even if it would have succeeded. */
export async function countAttempt(services: Services, what: Limited, of: string): Promise<void> {
  const { most, minutes } = LIMITS[what];
  const now = services.clock();
  const end = new Date(now.getTime() + minutes * MINUTE_MILLIS);
  const key = keyOf(what, of);
  const count = await services.db.lookup.countAttempt(key, now, end);
  if (count <= most) return;
  const endsAt = (await services.db.lookup.attemptEndsAt(key)) ?? end;
  const seconds = Math.max(1, Math.ceil((endsAt.getTime() - now.getTime()) / 1_000));
  throw new HeadroomError("too-many-attempts", "Too many attempts.", {
    hint: `Wait ${inMinutes(seconds)} and try again.`,
    retryAfterSeconds: seconds,
  });
}

/** Rounded up: after that time the attempt is accepted. */
function inMinutes(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return plural(minutes, "minute");
}

/** After the right password, earlier wrong ones no longer count. */
export async function forgetAttempts(services: Services, what: Limited, of: string): Promise<void> {
  await services.db.lookup.forgetAttempts(keyOf(what, of));
}
