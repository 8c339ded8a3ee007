import "server-only";
import { headers } from "next/headers";
import { listSignInServices } from "@headroom/services";
import { accounts } from "../../server/accounts.ts";
import { env } from "../../server/env.ts";
import { isLoopback, isOwnHost } from "../../server/origin.ts";
import { ownPath, withNext } from "../../server/own-path.ts";
import { findSession } from "../../server/session.ts";

/** The messages that the page can open with. */
const NEWS = ["link", "origin", "button", "service", "unconfirmed", "closed", "reset"] as const;
export type SignInNews = (typeof NEWS)[number];

export type SignInStep =
  | { kind: "go"; to: string }
  | { kind: "confirm"; link: string; next: string | null }
  | {
      kind: "ask";
      news: SignInNews | null;
      next: string;
      services: { name: string; href: string }[];
      /** Null where signing up requires an invitation. */
      signUpHref: string | null;
      /** The viewer is on the machine that `npm start` runs on. */
      printsLinks: boolean;
    };

type Search = Record<string, string | string[] | undefined>;

/** What the sign-in page does, decided from its address. */
export async function findSignInStep(search: Search): Promise<SignInStep> {
  const { link } = search;
  const next = ownPath(search["next"]);
  const { HEADROOM_WEB_URL: webUrl, HEADROOM_SIGN_UP: signUp } = env();
  const host = (await headers()).get("host");
  const local = isLoopback(host) && isOwnHost(host, webUrl);
  if (typeof link === "string" && link !== "") {
    const openLink = withNext(`/sign-in/open?link=${encodeURIComponent(link)}`, next);
    return local ? { kind: "go", to: openLink } : { kind: "confirm", link, next: next === "/" ? null : next };
  }
  if (await findSession()) return { kind: "go", to: next };
  return {
    kind: "ask",
    news: newsOf(search),
    next,
    services: listSignInServices(accounts().settings).map(({ id, name }) => ({
      name,
      href: withNext(`/sign-in/with/${id}`, next),
    })),
    signUpHref: signUp === "open" ? withNext("/sign-up", next) : null,
    printsLinks: local,
  };
}

/** better-auth reports what went wrong in `error`. */
function newsOf({ problem, done, error }: Search): SignInNews | null {
  if (done === "reset") return "reset";
  if (error === "account_not_linked") return "unconfirmed";
  if (error === "sign_up_closed") return "closed";
  return NEWS.find((news) => news === problem) ?? null;
}
