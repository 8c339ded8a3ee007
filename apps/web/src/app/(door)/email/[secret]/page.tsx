import type { Metadata } from "next";
import { NewEmailPage } from "../../../../features/account/new-email-page.tsx";

export const metadata: Metadata = { title: "Confirm your new email · Headroom" };

export default async function NewEmail({ params }: { params: Promise<{ secret: string }> }) {
  return <NewEmailPage secret={(await params).secret} />;
}
