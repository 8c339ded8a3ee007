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

/** What the link shows, read once per request. Wrong, expired and revoked links get the same page. */
export const openShared = cache(async (secret: string): Promise<OpenedShare> => {
  const proof = (await cookies()).get(SHARE_COOKIE)?.value ?? null;
  const asked = await headers();
  // A page that refreshes while statistics are computed was counted when it was opened.
  const counted = !isPrefetch(asked) && asked.get("rsc") === null;
  return orNotValid(
    openShare({ services: services(), input: { secret, proof, signingSecret: signingSecret(), counted } }),
  );
});

/** If the run has been deleted since, the link no longer works either. */
export async function orNotValid<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (isHeadroomError(error, "not-found")) notFound();
    throw error;
  }
}

/** The browser is prefetching; nobody has seen the page yet. */
function isPrefetch(of: Pick<Headers, "get">): boolean {
  return [of.get("sec-purpose"), of.get("purpose")].some((purpose) => purpose?.includes("prefetch"));
}
