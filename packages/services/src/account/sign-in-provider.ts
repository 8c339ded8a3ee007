import { HeadroomError } from "@headroom/core";
import { readAccountRows } from "@headroom/db";
import { countAttempt } from "../attempt/count.ts";
import { openSession } from "../session/open-session.ts";
import type { OpenedSession } from "../session/open-session.ts";
import { createOwnWorkspace } from "../workspace/create-own.ts";
import type { Accounts, Origin } from "./accounts.ts";
import { AUTH_PATH, SIGN_IN_PROBLEM } from "./auth.ts";
import { stepByStep } from "./auth-flow.ts";
import { ownWorkspaceName } from "./sign-up.ts";

export type ProviderId = "github" | "oidc";

export interface Departure {
  /** The provider's address, with all parameters. */
  url: string;
  /** What the browser keeps to prove that it started the sign-in. */
  cookies: string[];
}

/** Sends a person to a sign-in provider; they come back to `next`, one of our paths. */
export async function leaveForProvider({
  accounts,
  input: { service, next },
}: {
  accounts: Accounts;
  input: { service: string; next: string };
}): Promise<Departure> {
  const auth = await accounts.auth();
  if (!isProviderId(service) || !auth.knows(service)) {
    throw new HeadroomError("unavailable", "This sign-in service cannot be reached.", {
      hint: "Try again in a minute, or sign in with a password.",
    });
  }
  const separator = SIGN_IN_PROBLEM.includes("?") ? "&" : "?";
  const { headers, response } = await stepByStep(() =>
    auth.api.signInSocial({
      body: {
        provider: service,
        callbackURL: next,
        errorCallbackURL: `${SIGN_IN_PROBLEM}${separator}next=${encodeURIComponent(next)}`,
        disableRedirect: true,
      },
      returnHeaders: true,
    }),
  );
  if (!response.url) throw new Error("better-auth answered no address to go to");
  return { url: response.url, cookies: headers.getSetCookie() };
}

export interface Return {
  /** Where to go next: one of our paths, or the page that explains what went wrong. */
  location: string;
  /** Null: the provider, or we, did not let them in. */
  session: OpenedSession | null;
  cookies: string[];
}

/** Handles a person's return from a sign-in provider, given the address it sent them to. */
export async function returnFromProvider({
  accounts,
  origin,
  input: { service, search, cookie },
}: {
  accounts: Accounts;
  origin: Origin;
  input: { service: ProviderId; search: string; cookie: string };
}): Promise<Return> {
  const { services, settings } = accounts;
  await countAttempt(services, "sign-in address", origin.address);
  const auth = await accounts.auth();
  const address = `${settings.webUrl}${AUTH_PATH}/callback/${service}${search}`;
  const request = new Request(address, { headers: { cookie } });
  const { answer, flow } = await stepByStep(async (ran) => ({
    answer: await auth.handler(request),
    flow: ran,
  }));
  const location = pathOf(answer.headers.get("location"), settings.webUrl);
  // better-auth's own cookies, except the session's: sessions are ours.
  const cookies = answer.headers.getSetCookie().filter((one) => !one.includes("session"));
  if (flow.personId === null) return { location, session: null, cookies };
  const session = await openSession(services, { personId: flow.personId, device: origin.device });
  await ensureFirstWorkspace(accounts, flow.created, flow.personId, location);
  return { location, session, cookies };
}

/** New people get a workspace of their own, unless they came to accept an invitation. */
async function ensureFirstWorkspace(
  { services }: Accounts,
  created: boolean,
  personId: string,
  location: string,
): Promise<void> {
  if (!created || location.startsWith("/invitations/")) return;
  const [person] = await services.db.asAccounts((tx) =>
    readAccountRows(tx, "person", [{ column: "id", operator: "=", value: personId }], { limit: 1 }),
  );
  await createOwnWorkspace({
    services,
    person: { id: personId },
    input: { name: ownWorkspaceName(String(person?.["name"] ?? "")) },
  });
}

function pathOf(location: string | null, webUrl: string): string {
  const url = location === null ? null : URL.parse(location, webUrl);
  return url === null || url.origin !== new URL(webUrl).origin
    ? SIGN_IN_PROBLEM
    : `${url.pathname}${url.search}`;
}

export function isProviderId(service: string): service is ProviderId {
  return service === "github" || service === "oidc";
}
