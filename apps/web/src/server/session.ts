import "server-only";
import { cache } from "react";
import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { isHeadroomError } from "@headroom/core";
import { checkSession, enterWorkspace } from "@headroom/services";
import type { CheckedSession, Context } from "@headroom/services";
import { env } from "./env.ts";
import { noteSender, REQUEST_ID } from "./log-requests.ts";
import { PATH_HEADER, ownPath, withNext } from "./own-path.ts";
import { services } from "./services.ts";
import { sessionCookieName } from "./session-cookie.ts";

export interface SignedIn {
  ctx: Context;
  session: CheckedSession;
  person: CheckedSession["person"];
  workspaceName: string;
}

/** What the browser sends to be recognised; null: nothing. */
export async function sessionSecret(): Promise<string | null> {
  const secret = (await cookies()).get(sessionCookieName(env().HEADROOM_WEB_URL))?.value;
  return secret === undefined || secret === "" ? null : secret;
}

/** As in the log; empty where requests aren't logged. */
async function requestId(): Promise<string> {
  return (await headers()).get(REQUEST_ID) ?? "";
}

/** The session, read once per request; null when nobody is signed in. */
export const findSession = cache(async (): Promise<CheckedSession | null> => {
  const secret = await sessionSecret();
  if (secret === null) return null;
  try {
    const session = await checkSession({ services: services(), input: { secret } });
    noteSender({ requestId: await requestId(), user: session.person.id });
    return session;
  } catch (error) {
    if (isHeadroomError(error, "unauthenticated")) return null;
    throw error;
  }
});

/** The person and the workspace; null when nobody is signed in, or the person is in no workspace. */
export const findSignedIn = cache(async (): Promise<SignedIn | null> => {
  const session = await findSession();
  if (session === null || session.memberships.length === 0) return null;
  const ctx = enterWorkspace(services(), session);
  noteSender({ requestId: await requestId(), workspace: ctx.workspaceId });
  const membership = session.memberships.find(({ workspaceId }) => workspaceId === ctx.workspaceId);
  return { ctx, session, person: session.person, workspaceName: membership?.name ?? "" };
});

/** For pages: redirects to sign-in and back if nobody is signed in, or to a new workspace if the person has none. */
export async function requireSignedIn(): Promise<SignedIn> {
  const signedIn = await findSignedIn();
  if (signedIn) return signedIn;
  await requireSession();
  redirect("/workspaces/new");
}

/** For pages that need a person but no workspace. */
export async function requireSession(): Promise<CheckedSession> {
  return (await findSession()) ?? redirect(withNext("/sign-in", await askedPath()));
}

/** The requested path, with its query. */
export async function askedPath(): Promise<string> {
  return ownPath((await headers()).get(PATH_HEADER));
}
