"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button, Field, Notice, TextInput, textLinkClass } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";
import { AppLink } from "../shell/app-link.tsx";
import { Door } from "./door.tsx";
import { formProblem, problemAt } from "./form-problem.ts";
import { PrintedMail } from "./sign-up-page.tsx";
import { useHydrated } from "./use-hydrated.ts";

const backToSignIn = (
  <AppLink href="/sign-in" className={textLinkClass}>
    Back to signing in
  </AppLink>
);

export function AskResetPage({ mailIsSent }: { mailIsSent: boolean }) {
  const trpc = useTRPC();
  const hydrated = useHydrated();
  const [email, setEmail] = useState("");
  const ask = useMutation(trpc.account.requestReset.mutationOptions());
  const problem = formProblem(ask.error, ["email"]);
  if (ask.isSuccess) {
    return (
      <Door title="Look into your mail" aside={backToSignIn}>
        <p role="status" className="mt-3 text-ink-2 wrap-anywhere">
          If there is an account for {email}, a link to choose a new password is on its way. It works for an
          hour.
        </p>
        <PrintedMail mailIsSent={mailIsSent} />
      </Door>
    );
  }
  return (
    <Door title="Choose a new password" aside={backToSignIn}>
      <p className="mt-2 text-ink-2">A link to do so is sent to your address.</p>
      <form
        method="post"
        className="mt-5 flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          ask.mutate({ email });
        }}
      >
        {problemAt(problem, null) ? (
          <Notice tone="bad" live>
            {problemAt(problem, null)}
          </Notice>
        ) : null}
        <Field label="Email" required error={problemAt(problem, "email")}>
          <TextInput type="email" name="email" autoComplete="username" value={email} onChange={setEmail} />
        </Field>
        <Button type="submit" look="primary" className="w-full" busy={ask.isPending} disabled={!hydrated}>
          Send the link
        </Button>
      </form>
    </Door>
  );
}

export function ResetPage({ token }: { token: string }) {
  const trpc = useTRPC();
  const hydrated = useHydrated();
  const [password, setPassword] = useState("");
  const reset = useMutation(
    trpc.account.resetPassword.mutationOptions({
      onSuccess: () => window.location.assign("/sign-in?done=reset"),
    }),
  );
  const problem = formProblem(reset.error, ["password"]);
  return (
    <Door title="Choose a new password" aside={backToSignIn}>
      <p className="mt-2 text-ink-2">Every session of yours ends when it is set.</p>
      <form
        method="post"
        className="mt-5 flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          reset.mutate({ token, password });
        }}
      >
        {problemAt(problem, null) ? (
          <Notice
            tone="bad"
            live
            action={
              <AppLink href="/reset" className={textLinkClass}>
                Ask for a new link
              </AppLink>
            }
          >
            {problemAt(problem, null)}
          </Notice>
        ) : null}
        <Field
          label="New password"
          required
          hint="10 characters or more; a few words are best."
          error={problemAt(problem, "password")}
        >
          <TextInput
            type="password"
            name="new-password"
            autoComplete="new-password"
            value={password}
            onChange={setPassword}
          />
        </Field>
        <Button
          type="submit"
          look="primary"
          className="w-full"
          busy={reset.isPending || reset.isSuccess}
          disabled={!hydrated}
        >
          Set the password
        </Button>
      </form>
    </Door>
  );
}
