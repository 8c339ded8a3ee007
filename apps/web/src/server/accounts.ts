import "server-only";
import { openAccounts } from "@headroom/services";
import type { AccountSettings, Accounts } from "@headroom/services";
import { env } from "./env.ts";
import type { Env } from "./env.ts";
import { mailer } from "./mailer.ts";
import { secret } from "./secret.ts";
import { services } from "./services.ts";

let opened: Accounts | undefined;

export function accounts(): Accounts {
  opened ??= openAccounts(services(), accountSettings(env(), secret()), mailer());
  return opened;
}

function accountSettings(source: Env, key: Uint8Array): AccountSettings {
  const {
    HEADROOM_GITHUB_CLIENT_ID: githubId,
    HEADROOM_GITHUB_CLIENT_SECRET: githubSecret,
    HEADROOM_OIDC_ISSUER: issuer,
    HEADROOM_OIDC_CLIENT_ID: oidcId,
    HEADROOM_OIDC_CLIENT_SECRET: oidcSecret,
  } = source;
  return {
    webUrl: source.HEADROOM_WEB_URL,
    secret: key,
    signUp: source.HEADROOM_SIGN_UP,
    mailIsSent: source.HEADROOM_SMTP_URL !== undefined,
    github: githubId && githubSecret ? { clientId: githubId, clientSecret: githubSecret } : null,
    oidc:
      issuer && oidcId && oidcSecret
        ? { issuer, clientId: oidcId, clientSecret: oidcSecret, name: source.HEADROOM_OIDC_NAME }
        : null,
  };
}
