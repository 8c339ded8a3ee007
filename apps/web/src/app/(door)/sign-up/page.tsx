import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { findInvitation } from "@headroom/services";
import { SignUpPage } from "../../../features/account/sign-up-page.tsx";
import { accounts } from "../../../server/accounts.ts";
import { ownPath, withNext } from "../../../server/own-path.ts";
import { services } from "../../../server/services.ts";
import { findSession } from "../../../server/session.ts";

export const metadata: Metadata = { title: "Create an account · Headroom" };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function SignUp({ searchParams }: Props) {
  const { next: wanted, invitation: secret } = await searchParams;
  const next = ownPath(wanted);
  if (await findSession()) redirect(next);
  const { settings } = accounts();
  const found =
    typeof secret === "string" ? await findInvitation({ services: services(), input: { secret } }) : null;
  const open = typeof secret === "string" && found?.state === "open" ? { secret, ...found } : null;
  if (settings.signUp === "invited" && open === null) redirect("/sign-in?problem=closed");
  const invitation = open && {
    secret: open.secret,
    email: open.email,
    workspaceName: open.workspaceName,
  };
  return (
    <SignUpPage
      next={next}
      signInHref={withNext("/sign-in", open ? `/invitations/${open.secret}` : next)}
      invitation={invitation}
      mailIsSent={settings.mailIsSent}
    />
  );
}
