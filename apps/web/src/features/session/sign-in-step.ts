import "server-only";
import { headers } from "next/headers";
import { env } from "../../server/env.ts";
import { isLoopback, isOwnHost } from "../../server/origin.ts";
import { findSignedIn } from "../../server/session.ts";

export type SignInProblem = "link" | "origin" | "button";

export type SignInStep =
  | { kind: "go"; to: string }
  | { kind: "confirm"; link: string }
  | { kind: "ask"; problem: SignInProblem | null };

const problems: readonly string[] = ["link", "origin", "button"] satisfies SignInProblem[];

/** What the sign-in page does with the address that it was opened by. */
export async function findSignInStep(
  search: Record<string, string | string[] | undefined>,
): Promise<SignInStep> {
  const { link, problem } = search;
  if (typeof link === "string" && link !== "") {
    const host = (await headers()).get("host");
    const byItself = isLoopback(host) && isOwnHost(host, env().HEADROOM_WEB_URL);
    return byItself
      ? { kind: "go", to: `/sign-in/open?link=${encodeURIComponent(link)}` }
      : { kind: "confirm", link };
  }
  if (await findSignedIn()) return { kind: "go", to: "/catalog" };
  return { kind: "ask", problem: isProblem(problem) ? problem : null };
}

function isProblem(value: unknown): value is SignInProblem {
  return typeof value === "string" && problems.includes(value);
}
