"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button, Field, Form, Notice, TextInput } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";
import { EmailField, FormNotice } from "./account-form.tsx";
import { formProblem, problemAt } from "../shell/form-problem.ts";
import { PrintedMail } from "./sign-up-page.tsx";

interface EmailFormProps {
  email: string;
  hasPassword: boolean;
  mailIsSent: boolean;
}

/** The email changes once the link that is sent to the new address is opened. */
export function EmailForm({ email, hasPassword, mailIsSent }: EmailFormProps) {
  const trpc = useTRPC();
  const [address, setAddress] = useState("");
  const [password, setPassword] = useState("");
  const ask = useMutation(
    trpc.account.requestEmailChange.mutationOptions({ onSuccess: () => setPassword("") }),
  );
  const problem = formProblem(ask.error, ["email", "password"]);
  const asked = ask.isSuccess && ask.variables.email === address;
  return (
    <Form
      method="post"
      className="mt-3 flex max-w-[520px] flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        ask.mutate({ email: address, password });
      }}
    >
      <p className="text-13 wrap-anywhere text-ink-2">Your email is {email}.</p>
      <FormNotice problem={problem} />
      {hasPassword ? (
        <>
          <EmailField label="New email" problem={problem} value={address} onChange={setAddress} />
          <Field label="Your password" required error={problemAt(problem, "password")}>
            <TextInput
              type="password"
              autoComplete="current-password"
              value={password}
              onChange={setPassword}
            />
          </Field>
          <div>
            <Button type="submit" busy={ask.isPending} disabled={address.trim() === "" || password === ""}>
              Change email
            </Button>
          </div>
        </>
      ) : (
        <Notice>Set a password first. You need it to change your email.</Notice>
      )}
      {asked ? (
        <Notice tone="good" live title="Check your new inbox.">
          Open the link we sent to {address} within an hour. Until then, your email stays the same.
          <PrintedMail mailIsSent={mailIsSent} />
        </Notice>
      ) : null}
    </Form>
  );
}
