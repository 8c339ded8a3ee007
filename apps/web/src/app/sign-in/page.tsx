import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { SignInPage } from "../../features/session/sign-in-page.tsx";
import { findSignInStep } from "../../features/session/sign-in-step.ts";

export const metadata: Metadata = { title: "Sign in · Headroom", robots: { index: false } };

export default async function SignIn({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const step = await findSignInStep(await searchParams);
  if (step.kind === "go") redirect(step.to);
  return <SignInPage step={step} />;
}
