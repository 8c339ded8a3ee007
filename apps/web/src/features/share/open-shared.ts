import "server-only";
import { cookies, headers } from "next/headers";
import { notFound } from "next/navigation";
import { cache } from "react";
import { isHeadroomError } from "@headroom/core";
import { openShare } from "@headroom/services";
import type { OpenedShare } from "@headroom/services";
import { secret as signingSecret } from "../../server/secret.ts";
import { services } from "../../server/services.ts";
import { SHARE_COOKIE } from "./share-cookie.ts";

/** What the address shows, looked at once a request. Wrong, expired and revoked are the same page. */
export const openShared = cache(async (secret: string): Promise<OpenedShare> => {
  const proof = (await cookies()).get(SHARE_COOKIE)?.value ?? null;
  const asked = await headers();
  // A page that looks again for what is still being worked out was counted when it was opened.
  const counted = !isPrefetch(asked) && asked.get("rsc") === null;
  return orNotValid(
    openShare({ services: services(), input: { secret, proof, signingSecret: signingSecret(), counted } }),
  );
});

/** A run that was deleted meanwhile is gone for the link too. */
export async function orNotValid<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (isHeadroomError(error, "not-found")) notFound();
    throw error;
  }
}

/** The browser looks ahead; nobody has seen anything yet. */
function isPrefetch(of: Pick<Headers, "get">): boolean {
  return [of.get("sec-purpose"), of.get("purpose")].some((purpose) => purpose?.includes("prefetch"));
}
