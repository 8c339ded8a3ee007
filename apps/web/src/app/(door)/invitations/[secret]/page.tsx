import type { Metadata } from "next";
import { findInvitation } from "@headroom/services";
import { findInvitationStep } from "../../../../features/account/find-invitation-step.ts";
import { InvitationPage } from "../../../../features/account/invitation-page.tsx";
import { services } from "../../../../server/services.ts";
import { findSession } from "../../../../server/session.ts";

export const metadata: Metadata = { title: "Invitation · Headroom" };

export default async function Invitation({ params }: { params: Promise<{ secret: string }> }) {
  const { secret } = await params;
  const [shown, session] = await Promise.all([
    findInvitation({ services: services(), input: { secret } }),
    findSession(),
  ]);
  return <InvitationPage shown={shown} step={findInvitationStep(secret, shown, session?.person ?? null)} />;
}
