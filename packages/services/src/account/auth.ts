import { HOUR_SECONDS } from "@headroom/core";
import type { BetterAuthOptions } from "better-auth";
import type { Services } from "../context.ts";
import { encodeSecret } from "../secret.ts";
import { keyFor } from "../instance-secret.ts";
import { noteInFlow } from "./auth-flow.ts";
import { authStore } from "./auth-store.ts";

export interface SignInService {
  clientId: string;
  clientSecret: string;
}

export interface AccountSettings {
  webUrl: string;
  /** The installation's secret, which keys are derived from. */
  secret: Uint8Array;
  /** With `invited`, only people with an invitation can join. */
  signUp: "open" | "invited";
  /** Mail can be delivered, so people who sign up confirm their address first. */
  mailIsSent: boolean;
  github: SignInService | null;
  oidc: (SignInService & { issuer: string; name: string }) | null;
}

export const PASSWORD_SHORTEST = 10;
export const MAX_PASSWORD_LENGTH = 200;
const RESET_VALID_SECONDS = HOUR_SECONDS;

/** Where sign-in providers send people back to: `<path>/callback/<provider>`. */
export const AUTH_PATH = "/api/auth";
export const SIGN_IN_PROBLEM = "/sign-in?problem=service";

export type Auth = Awaited<ReturnType<typeof createAuth>>;

/**
 * better-auth does what it does best: passwords, mailed secrets, other sign-in providers. It is loaded only here.
 * Sessions, cookies and permissions are ours.
 */
export async function createAuth(services: Services, settings: AccountSettings) {
  const [{ betterAuth }, { genericOAuth }, { createAdapterFactory }] = await Promise.all([
    import("better-auth/minimal"),
    import("better-auth/plugins/generic-oauth"),
    import("@better-auth/core/db/adapter"),
  ]);
  const { github, oidc, webUrl, secret } = settings;
  const auth = betterAuth({
    appName: "Headroom",
    baseURL: webUrl,
    basePath: AUTH_PATH,
    secret: encodeSecret(keyFor(secret, "accounts")),
    database: authStore(services, createAdapterFactory),
    telemetry: { enabled: false },
    logger: { disabled: true },
    rateLimit: { enabled: false },
    advanced: {
      database: { generateId: () => services.newId(), validateSchema: false },
      cookiePrefix: "headroom_auth",
    },
    user: { ...PERSON_TABLE, validateUserInfo: refusingUninvited(services, settings) },
    account: {
      ...SIGN_IN_TABLE,
      storeStateStrategy: "cookie",
      updateAccountOnSignIn: false,
      // Only if both sides know that the address belongs to the person.
      accountLinking: { enabled: true, requireLocalEmailVerified: true },
    },
    verification: { ...SECRET_TABLE, storeIdentifier: "hashed" },
    emailAndPassword: PASSWORDS,
    databaseHooks: { user: { create: { before: nameOfEmail } } },
    onAPIError: { errorURL: `${webUrl}${SIGN_IN_PROBLEM}` },
    ...(github ? { socialProviders: { github } } : {}),
    plugins: oidc ? [genericOAuth({ config: [oidcProvider(oidc)] })] : [],
  });
  const context = await auth.$context;
  const known = context.socialProviders.map(({ id }) => id);
  return {
    api: auth.api,
    handler: auth.handler,
    context,
    knows: (service: string) => known.includes(service),
    whole: oidc === null || known.includes("oidc"),
  };
}

const PERSON_TABLE = {
  modelName: "person",
  fields: { emailVerified: "email_verified", createdAt: "created_at", updatedAt: "updated_at" },
} satisfies BetterAuthOptions["user"];

const SIGN_IN_TABLE = {
  fields: {
    userId: "person_id",
    providerId: "provider",
    accountId: "subject",
    password: "password_hash",
    createdAt: "created_at",
    updatedAt: "updated_at",
  },
} satisfies BetterAuthOptions["account"];

const SECRET_TABLE = {
  fields: { expiresAt: "expires_at", createdAt: "created_at", updatedAt: "updated_at" },
} satisfies BetterAuthOptions["verification"];

const PASSWORDS = {
  enabled: true,
  autoSignIn: false,
  minPasswordLength: PASSWORD_SHORTEST,
  maxPasswordLength: MAX_PASSWORD_LENGTH,
  resetPasswordTokenExpiresIn: RESET_VALID_SECONDS,
  revokeSessionsOnPasswordReset: true,
  sendResetPassword: async ({ user, token }) => noteInFlow({ reset: { token, email: user.email } }),
  onPasswordReset: async ({ user }) => noteInFlow({ resetPersonId: user.id }),
} satisfies BetterAuthOptions["emailAndPassword"];

type UserOptions = NonNullable<BetterAuthOptions["user"]>;

/** People who sign up with a password were checked before: they bring the invitation with them. */
function refusingUninvited(
  services: Services,
  { signUp }: AccountSettings,
): NonNullable<UserOptions["validateUserInfo"]> {
  return async ({ user, source }) => {
    if (signUp === "open" || source.action !== "create-user" || source.method !== "oauth") return;
    const invited = await services.db.lookup.isInvited(user.email ?? "", services.clock());
    if (!invited) return { error: "sign_up_closed" };
  };
}

/** Some providers don't send a name. */
async function nameOfEmail<Person extends { name: string; email: string }>(person: Person) {
  const name = person.name.trim().slice(0, 200) || (person.email.split("@")[0] ?? "");
  return { data: { ...person, name } };
}

function oidcProvider({ issuer, name, clientId, clientSecret }: NonNullable<AccountSettings["oidc"]>) {
  return {
    providerId: "oidc",
    name,
    discoveryUrl: `${issuer.replace(/\/+$/, "")}/.well-known/openid-configuration`,
    clientId,
    clientSecret,
    scopes: ["openid", "email", "profile"],
    requireIdTokenVerification: true,
  };
}
