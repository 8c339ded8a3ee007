import type { CheckedSession, ShownInvitation } from "@headroom/services";
import { withNext } from "../../server/own-path.ts";
import type { InvitationStep } from "./invitation-page.tsx";

const OVER = {
  used: "This invitation has already been accepted. The person who accepted it is a member.",
  expired: "This invitation has expired. Ask for a new one.",
} as const;

/** What the person who opens an invitation link does next. */
export function findInvitationStep(
  secret: string,
  shown: ShownInvitation | null,
  person: CheckedSession["person"] | null,
): InvitationStep {
  if (shown === null) return { kind: "none" };
  if (shown.state !== "open") return { kind: "over", words: OVER[shown.state] };
  if (person === null) {
    return {
      kind: "sign-in",
      signInHref: withNext("/sign-in", `/invitations/${secret}`),
      signUpHref: `/sign-up?invitation=${encodeURIComponent(secret)}`,
    };
  }
  if (person.email.toLowerCase() !== shown.email.toLowerCase())
    return { kind: "another", signedInAs: person.email };
  return { kind: "accept", secret };
}
