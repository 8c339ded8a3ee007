import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { SignInPage } from "../../../features/account/sign-in-page.tsx";
import { findSignInStep } from "../../../features/account/sign-in-step.ts";

export const metadata: Metadata = { title: "Sign in · Headroom" };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function SignIn({ searchParams }: Props) {
  const step = await findSignInStep(await searchParams);
  if (step.kind === "go") redirect(step.to);
  return <SignInPage step={step} />;
}
