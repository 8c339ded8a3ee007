import type { Metadata } from "next";
import { AskResetPage } from "../../../features/account/reset-pages.tsx";
import { accounts } from "../../../server/accounts.ts";

export const metadata: Metadata = { title: "Choose a new password · Headroom" };

export default async function AskReset({ searchParams }: { searchParams: Promise<object> }) {
  // Read for each request: whether mail is sent is not known while the pages are built.
  await searchParams;
  return <AskResetPage mailIsSent={accounts().settings.mailIsSent} />;
}
