import type { Services } from "../context.ts";
import type { Mailer } from "../mail/mail.ts";
import { createAuth, type Auth } from "./auth.ts";

export interface SignInService {
  clientId: string;
  clientSecret: string;
}

export interface AccountSettings {
  webUrl: string;
  /** Of the installation; keys are made from it. */
  secret: Uint8Array;
  /** `invited`: nobody comes in without an invitation. */
  signUp: "open" | "invited";
  /** Mail reaches people: whoever signs up confirms their address first. */
  mailIsSent: boolean;
  github: SignInService | null;
  oidc: (SignInService & { issuer: string; name: string }) | null;
}

/** What signing up and in stand on. */
export interface Accounts {
  services: Services;
  settings: AccountSettings;
  mailer: Mailer;
  /** Made when it is first needed: no page but the sign-in pages waits for it. */
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
          // A sign-in service that could not be reached is asked for again by the next who comes.
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

/** From where somebody comes: what is limited by address, and what their list of sessions shows. */
export interface Origin {
  address: string;
  device: string | null;
}

/** The names of the sign-in services that were set up, in the order of their buttons. */
export function listSignInServices({
  github,
  oidc,
}: AccountSettings): { id: "github" | "oidc"; name: string }[] {
  return [
    ...(oidc ? [{ id: "oidc" as const, name: oidc.name }] : []),
    ...(github ? [{ id: "github" as const, name: "GitHub" }] : []),
  ];
}
