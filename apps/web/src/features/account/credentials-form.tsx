"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Field, Notice, TextInput, textLinkClass } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";
import { AppLink } from "../shell/app-link.tsx";
import { AccountForm, EmailField } from "./account-form.tsx";
import { formProblem, problemAt } from "../shell/form-problem.ts";

interface CredentialsFormProps {
  /** Called once a session is open. */
  onSignedIn: () => void;
  email?: string;
}

/** Email and password. Keeps what was typed, whatever the answer. */
export function CredentialsForm({ onSignedIn, email: known = "" }: CredentialsFormProps) {
  const trpc = useTRPC();
  const [email, setEmail] = useState(known);
  const [password, setPassword] = useState("");
  const enter = useMutation(
    trpc.account.signIn.mutationOptions({
      onSuccess: ({ kind }) => {
        if (kind === "signed-in") onSignedIn();
      },
    }),
  );
  const problem = formProblem(enter.error, ["email", "password"]);
  if (enter.data?.kind === "mail") return <ConfirmFirst email={email} />;
  return (
    <AccountForm
      problem={problem}
      onSubmit={() => enter.mutate({ email, password })}
      submit={{ words: "Sign in", busy: enter.isPending || enter.data !== undefined }}
    >
      <EmailField problem={problem} value={email} onChange={setEmail} />
      <Field
        label="Password"
        required
        error={problemAt(problem, "password")}
        aside={
          <AppLink href="/reset" className={textLinkClass}>
            Forgot password?
          </AppLink>
        }
      >
        <TextInput
          type="password"
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
        />
      </Field>
    </AccountForm>
  );
}

function ConfirmFirst({ email }: { email: string }) {
  return (
    <Notice live title="Check your email.">
      Your address {email} isn't confirmed yet. Open the link we sent to confirm it and sign in.
    </Notice>
  );
}
