"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Field, TextInput, textLinkClass } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";
import { AppLink } from "../shell/app-link.tsx";
import { AccountForm, EmailField, NewPasswordField } from "./account-form.tsx";
import { Door } from "./door.tsx";
import { formProblem, problemAt } from "../shell/form-problem.ts";

interface SignUpInvitation {
  secret: string;
  email: string;
  workspaceName: string;
}

interface SignUpPageProps {
  next: string;
  signInHref: string;
  /** With one, the email is fixed and signing up joins its workspace. */
  invitation: SignUpInvitation | null;
  mailIsSent: boolean;
}

export function SignUpPage({ next, signInHref, invitation, mailIsSent }: SignUpPageProps) {
  const [mailed, setMailed] = useState<string | null>(null);
  if (mailed !== null) return <CheckEmail email={mailed} mailIsSent={mailIsSent} />;
  return (
    <Door
      title={invitation ? `Join ${invitation.workspaceName}` : "Create an account"}
      aside={
        <>
          Already have an account?{" "}
          <AppLink href={signInHref} className={textLinkClass}>
            Sign in
          </AppLink>
        </>
      }
    >
      <SignUpForm next={next} invitation={invitation} onMailed={setMailed} />
    </Door>
  );
}

function SignUpForm({
  next,
  invitation,
  onMailed,
}: Pick<SignUpPageProps, "next" | "invitation"> & { onMailed: (email: string) => void }) {
  const trpc = useTRPC();
  const [name, setName] = useState("");
  const [email, setEmail] = useState(invitation?.email ?? "");
  const [password, setPassword] = useState("");
  const go = () => window.location.assign(next);
  const accept = useMutation(trpc.account.acceptInvitation.mutationOptions({ onSuccess: go }));
  const make = useMutation(
    trpc.account.signUp.mutationOptions({
      onSuccess: ({ kind }) => {
        if (kind === "mail") onMailed(email);
        else if (invitation) accept.mutate({ secret: invitation.secret });
        else go();
      },
    }),
  );
  const problem = formProblem(make.error ?? accept.error, ["name", "email", "password"]);
  return (
    <AccountForm
      problem={problem}
      onSubmit={() => make.mutate({ name, email, password, invitation: invitation?.secret ?? null })}
      submit={{
        words: "Create account",
        busy: make.isPending || accept.isPending || make.data?.kind === "signed-in",
      }}
      className="mt-5"
    >
      <Field label="Name" required error={problemAt(problem, "name")}>
        <TextInput name="name" autoComplete="name" maxLength={200} value={name} onChange={setName} />
      </Field>
      <EmailField problem={problem} value={email} onChange={setEmail} readOnly={invitation !== null} />
      <NewPasswordField label="Password" problem={problem} value={password} onChange={setPassword} />
    </AccountForm>
  );
}

function CheckEmail({ email, mailIsSent }: { email: string; mailIsSent: boolean }) {
  return (
    <Door title="Check your email">
      <p role="status" className="mt-3 text-ink-2 wrap-anywhere">
        We sent the next step to {email}.
      </p>
      <PrintedMail mailIsSent={mailIsSent} />
    </Door>
  );
}

/** For people who run their own server. */
export function PrintedMail({ mailIsSent }: { mailIsSent: boolean }) {
  if (mailIsSent) return null;
  return (
    <p className="mt-3 text-13 text-ink-2">
      This server doesn't send email. Find the message in the log of{" "}
      <code className="font-mono text-ink">ingest</code>.
    </p>
  );
}
