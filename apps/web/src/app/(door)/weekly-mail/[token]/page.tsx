import type { Metadata } from "next";
import { isStopLink } from "@headroom/services";
import { StopMailPage } from "../../../../features/account/stop-mail-page.tsx";
import { secret } from "../../../../server/secret.ts";

export const metadata: Metadata = {
  title: "Weekly mail · Headroom",
  robots: { index: false, follow: false, noarchive: true },
};

interface Props {
  params: Promise<{ token: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function StopMail({ params, searchParams }: Props) {
  const [{ token }, search] = await Promise.all([params, searchParams]);
  if (!isStopLink(token, secret())) return <StopMailPage step={{ kind: "invalid" }} />;
  if (search["stopped"] !== undefined) return <StopMailPage step={{ kind: "stopped" }} />;
  const action = `/weekly-mail/${encodeURIComponent(token)}/stop?page`;
  return <StopMailPage step={{ kind: "ask", action }} />;
}
