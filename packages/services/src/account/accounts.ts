import type { Services } from "../context.ts";
import type { Mailer } from "../mail/mail.ts";
import { createAuth } from "./auth.ts";
import type { AccountSettings, Auth } from "./auth.ts";

/** What sign-up and sign-in depend on. */
export interface Accounts {
  services: Services;
  settings: AccountSettings;
  mailer: Mailer;
  /** Created on first use, so that only the sign-in pages wait for it. */
  auth: () => Promise<Auth>;
}

export function openAccounts(services: Services, settings: AccountSettings, mailer: Mailer): Accounts {
  let made: Promise<Auth> | null = null;
  return {
    services,
    settings,
    mailer,
    auth: () => {
      made ??= createAuth(services, settings).then(
        (auth) => {
          // If a provider couldn't be reached, the next person who signs in tries it again.
          if (!auth.whole) made = null;
          return auth;
        },
        (error: unknown) => {
          made = null;
          throw error;
        },
      );
      return made;
    },
  };
}

/** Where a person connects from: used for limits by address and shown in their list of sessions. */
export interface Origin {
  address: string;
  device: string | null;
}

/** The names of the configured sign-in providers, in the order of their buttons. */
export function listSignInServices({
  github,
  oidc,
}: AccountSettings): { id: "github" | "oidc"; name: string }[] {
  return [
    ...(oidc ? [{ id: "oidc" as const, name: oidc.name }] : []),
    ...(github ? [{ id: "github" as const, name: "GitHub" }] : []),
  ];
}
