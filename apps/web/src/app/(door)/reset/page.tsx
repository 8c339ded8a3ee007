import type { Metadata } from "next";
import { AskResetPage } from "../../../features/account/reset-pages.tsx";
import { accounts } from "../../../server/accounts.ts";

export const metadata: Metadata = { title: "Reset your password · Headroom" };

export default async function AskReset({ searchParams }: { searchParams: Promise<object> }) {
  // Makes the page render per request: at build time it is not known whether the server sends email.
  await searchParams;
  return <AskResetPage mailIsSent={accounts().settings.mailIsSent} />;
}
