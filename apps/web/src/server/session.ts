import "server-only";
import { cache } from "react";
import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { isHeadroomError } from "@headroom/core";
import { checkSession, enterWorkspace } from "@headroom/services";
import type { CheckedSession, Context } from "@headroom/services";
import { services } from "./services.ts";
import { SESSION_COOKIE } from "./session-cookie.ts";

export interface SignedIn {
  ctx: Context;
  person: CheckedSession["person"];
  workspaceName: string;
}

/** Who is asking, once a request; null when nobody is signed in. */
export const findSignedIn = cache(async (): Promise<SignedIn | null> => {
  const secret = (await cookies()).get(SESSION_COOKIE)?.value;
  if (!secret) return null;
  try {
    const session = await checkSession({ services: services(), input: { secret } });
    const ctx = enterWorkspace(services(), session);
    const membership = session.memberships.find(({ workspaceId }) => workspaceId === ctx.workspaceId);
    return { ctx, person: session.person, workspaceName: membership?.name ?? "" };
  } catch (error) {
    if (isHeadroomError(error, "unauthenticated") || isHeadroomError(error, "not-found")) return null;
    throw error;
  }
});

/** For pages: whoever is not signed in goes to the sign-in page. */
export async function requireSignedIn(): Promise<SignedIn> {
  return (await findSignedIn()) ?? redirect("/sign-in");
}
