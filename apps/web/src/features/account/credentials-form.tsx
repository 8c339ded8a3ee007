"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button, Field, Notice, TextInput, textLinkClass } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";
import { AppLink } from "../shell/app-link.tsx";
import { formProblem, problemAt } from "./form-problem.ts";
import { useHydrated } from "./use-hydrated.ts";

interface CredentialsFormProps {
  /** A session is open from here on. */
  onSignedIn: () => void;
  email?: string;
}

/** Email and password. What was typed stays, whatever the answer. */
export function CredentialsForm({ onSignedIn, email: known = "" }: CredentialsFormProps) {
  const trpc = useTRPC();
  const hydrated = useHydrated();
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
    <form
      method="post"
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        enter.mutate({ email, password });
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
      <Field
        label="Password"
        required
        error={problemAt(problem, "password")}
        aside={
          <AppLink href="/reset" className={textLinkClass}>
            Forgot it?
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
      <Button
        type="submit"
        look="primary"
        className="w-full"
        busy={enter.isPending || enter.data !== undefined}
        disabled={!hydrated}
      >
        Sign in
      </Button>
    </form>
  );
}

function ConfirmFirst({ email }: { email: string }) {
  return (
    <Notice live title="Look into your mail.">
      The address {email} is not confirmed yet. A link to do so is on its way; it signs you in.
    </Notice>
  );
}
