"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { textLinkClass } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";
import { AppLink } from "../shell/app-link.tsx";
import { AccountForm, EmailField, NewPasswordField } from "./account-form.tsx";
import { Door } from "./door.tsx";
import { formProblem } from "../shell/form-problem.ts";
import { PrintedMail } from "./sign-up-page.tsx";

const backToSignIn = (
  <AppLink href="/sign-in" className={textLinkClass}>
    Back to sign in
  </AppLink>
);

export function AskResetPage({ mailIsSent }: { mailIsSent: boolean }) {
  const trpc = useTRPC();
  const [email, setEmail] = useState("");
  const ask = useMutation(trpc.account.requestReset.mutationOptions());
  const problem = formProblem(ask.error, ["email"]);
  if (ask.isSuccess) {
    return (
      <Door title="Check your email" aside={backToSignIn}>
        <p role="status" className="mt-3 text-ink-2 wrap-anywhere">
          If there is an account for {email}, we sent a link to choose a new password. It works for an hour.
        </p>
        <PrintedMail mailIsSent={mailIsSent} />
      </Door>
    );
  }
  return (
    <Door title="Reset your password" aside={backToSignIn}>
      <p className="mt-2 text-ink-2">Enter your email, and we'll send you a link to choose a new password.</p>
      <AccountForm
        problem={problem}
        onSubmit={() => ask.mutate({ email })}
        submit={{ words: "Send link", busy: ask.isPending }}
        className="mt-5"
      >
        <EmailField problem={problem} value={email} onChange={setEmail} />
      </AccountForm>
    </Door>
  );
}

export function ResetPage({ token }: { token: string }) {
  const trpc = useTRPC();
  const [password, setPassword] = useState("");
  const reset = useMutation(
    trpc.account.resetPassword.mutationOptions({
      onSuccess: () => window.location.assign("/sign-in?done=reset"),
    }),
  );
  const problem = formProblem(reset.error, ["password"]);
  return (
    <Door title="Choose a new password" aside={backToSignIn}>
      <p className="mt-2 text-ink-2">Setting it signs you out everywhere.</p>
      <AccountForm
        problem={problem}
        action={
          <AppLink href="/reset" className={textLinkClass}>
            Request a new link
          </AppLink>
        }
        onSubmit={() => reset.mutate({ token, password })}
        submit={{ words: "Set password", busy: reset.isPending || reset.isSuccess }}
        className="mt-5"
      >
        <NewPasswordField label="New password" problem={problem} value={password} onChange={setPassword} />
      </AccountForm>
    </Door>
  );
}
