"use client";

import { useMutation } from "@tanstack/react-query";
import { Button, Form, Notice, buttonClass } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";
import { AppLink } from "../shell/app-link.tsx";
import { Door } from "./door.tsx";
import { formProblem } from "../shell/form-problem.ts";

export type InvitationStep =
  | { kind: "none" }
  | { kind: "over"; words: string }
  | { kind: "sign-in"; signInHref: string; signUpHref: string }
  | { kind: "another"; signedInAs: string }
  | { kind: "accept"; secret: string };

export interface InvitationShown {
  workspaceName: string;
  email: string;
  role: string;
  invitedBy: string | null;
}

const article = (role: string) => (/^[aeiou]/.test(role) ? "an" : "a");

export function InvitationPage({ shown, step }: { shown: InvitationShown | null; step: InvitationStep }) {
  if (shown === null || step.kind === "none") {
    return (
      <Door title="Invitation not found">
        <p className="mt-3 text-ink-2">
          It may have been revoked or replaced by a newer one. Check the link, or ask the person who invited
          you.
        </p>
      </Door>
    );
  }
  return (
    <Door title={`Invitation to ${shown.workspaceName}`}>
      <p className="mt-3 text-ink-2 wrap-anywhere">
        {shown.invitedBy ?? "An owner"} invited {shown.email} to join as {article(shown.role)} {shown.role}.
      </p>
      <div className="mt-5">
        <Step step={step} email={shown.email} />
      </div>
    </Door>
  );
}

function Step({ step, email }: { step: Exclude<InvitationStep, { kind: "none" }>; email: string }) {
  switch (step.kind) {
    case "over":
      return <Notice tone="unsure">{step.words}</Notice>;
    case "sign-in":
      return (
        <div className="flex flex-col gap-2">
          <AppLink href={step.signUpHref} className={buttonClass("primary", "w-full")}>
            Create an account
          </AppLink>
          <AppLink href={step.signInHref} className={buttonClass("plain", "w-full")}>
            Sign in
          </AppLink>
        </div>
      );
    case "another":
      return (
        <Form method="post" action="/sign-out">
          <Notice tone="unsure">
            You're signed in as {step.signedInAs}. Sign out, open this page again, then sign in as {email}.
          </Notice>
          <Button type="submit" className="mt-3 w-full">
            Sign out
          </Button>
        </Form>
      );
    case "accept":
      return <Accept secret={step.secret} />;
  }
}

function Accept({ secret }: { secret: string }) {
  const trpc = useTRPC();
  const accept = useMutation(
    trpc.account.acceptInvitation.mutationOptions({ onSuccess: () => window.location.assign("/") }),
  );
  const problem = formProblem(accept.error, []);
  return (
    <>
      {problem ? (
        <Notice tone="bad" live className="mb-3">
          {problem.words}
        </Notice>
      ) : null}
      <Button
        look="primary"
        className="w-full"
        busy={accept.isPending || accept.isSuccess}

        onClick={() => accept.mutate({ secret })}
      >
        Accept invitation
      </Button>
    </>
  );
}
