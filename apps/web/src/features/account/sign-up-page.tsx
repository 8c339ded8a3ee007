"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Field, TextInput, textLinkClass } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";
import { AppLink } from "../shell/app-link.tsx";
import { AccountForm, EmailField, NewPasswordField } from "./account-form.tsx";
import { Door } from "./door.tsx";
import { formProblem, problemAt } from "./form-problem.ts";

interface SignUpInvitation {
  secret: string;
  email: string;
  workspaceName: string;
}

interface SignUpPageProps {
  next: string;
  signInHref: string;
  /** With one, the address is given and the way leads into its workspace. */
  invitation: SignUpInvitation | null;
  mailIsSent: boolean;
}

export function SignUpPage({ next, signInHref, invitation, mailIsSent }: SignUpPageProps) {
  const [mailed, setMailed] = useState<string | null>(null);
  if (mailed !== null) return <LookIntoMail email={mailed} mailIsSent={mailIsSent} />;
  return (
    <Door
      title={invitation ? `Join ${invitation.workspaceName}` : "Make an account"}
      aside={
        <>
          You have one already?{" "}
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
        words: "Make the account",
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

function LookIntoMail({ email, mailIsSent }: { email: string; mailIsSent: boolean }) {
  return (
    <Door title="Look into your mail">
      <p role="status" className="mt-3 text-ink-2 wrap-anywhere">
        What comes next was sent to {email}.
      </p>
      <PrintedMail mailIsSent={mailIsSent} />
    </Door>
  );
}

/** For whoever runs this by themselves. */
export function PrintedMail({ mailIsSent }: { mailIsSent: boolean }) {
  if (mailIsSent) return null;
  return (
    <p className="mt-3 text-13 text-ink-2">
      This installation sends no mail: what it would send stands in the log of{" "}
      <code className="font-mono text-ink">ingest</code>.
    </p>
  );
}
