import type { Services } from "../context.ts";
import { encodeSecret } from "../secret.ts";
import { keyFor } from "../instance-secret.ts";
import type { AccountSettings } from "./accounts.ts";
import { authStore, noteInFlow } from "./auth-store.ts";

export const PASSWORD_SHORTEST = 10;
export const MAX_PASSWORD_LENGTH = 200;
const RESET_VALID_SECONDS = 3_600;

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
    user: {
      modelName: "person",
      fields: { emailVerified: "email_verified", createdAt: "created_at", updatedAt: "updated_at" },
      // People who sign up with a password were checked before: they bring the invitation with them.
      validateUserInfo: async ({ user, source }) => {
        if (settings.signUp === "open" || source.action !== "create-user" || source.method !== "oauth")
          return;
        const invited = await services.db.lookup.isInvited(user.email ?? "", services.clock());
        if (!invited) return { error: "sign_up_closed" };
      },
    },
    account: {
      fields: {
        userId: "person_id",
        providerId: "provider",
        accountId: "subject",
        password: "password_hash",
        createdAt: "created_at",
        updatedAt: "updated_at",
      },
      storeStateStrategy: "cookie",
      updateAccountOnSignIn: false,
      // Only if both sides know that the address belongs to the person.
      accountLinking: { enabled: true, requireLocalEmailVerified: true },
    },
    verification: {
      fields: { expiresAt: "expires_at", createdAt: "created_at", updatedAt: "updated_at" },
      storeIdentifier: "hashed",
    },
    emailAndPassword: {
      enabled: true,
      autoSignIn: false,
      minPasswordLength: PASSWORD_SHORTEST,
      maxPasswordLength: MAX_PASSWORD_LENGTH,
      resetPasswordTokenExpiresIn: RESET_VALID_SECONDS,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: async ({ user, token }) => noteInFlow({ reset: { token, email: user.email } }),
      onPasswordReset: async ({ user }) => noteInFlow({ resetPersonId: user.id }),
    },
    databaseHooks: {
      user: {
        create: {
          // Some providers don't send a name.
          before: async (user) => ({
            data: { ...user, name: user.name.trim().slice(0, 200) || (user.email.split("@")[0] ?? "") },
          }),
        },
      },
    },
    onAPIError: { errorURL: `${webUrl}${SIGN_IN_PROBLEM}` },
    ...(github ? { socialProviders: { github } } : {}),
    plugins: oidc
      ? [
          genericOAuth({
            config: [
              {
                providerId: "oidc",
                name: oidc.name,
                discoveryUrl: `${oidc.issuer.replace(/\/+$/, "")}/.well-known/openid-configuration`,
                clientId: oidc.clientId,
                clientSecret: oidc.clientSecret,
                scopes: ["openid", "email", "profile"],
                requireIdTokenVerification: true,
              },
            ],
          }),
        ]
      : [],
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
