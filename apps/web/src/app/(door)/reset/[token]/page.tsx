import type { Metadata } from "next";
import { ResetPage } from "../../../../features/account/reset-pages.tsx";

export const metadata: Metadata = { title: "Choose a new password · Headroom" };

export default async function Reset({ params }: { params: Promise<{ token: string }> }) {
  return <ResetPage token={(await params).token} />;
}
