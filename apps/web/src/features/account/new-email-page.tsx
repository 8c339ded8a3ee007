"use client";

import { useMutation } from "@tanstack/react-query";
import { textLinkClass } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";
import { AppLink } from "../shell/app-link.tsx";
import { AccountForm } from "./account-form.tsx";
import { Door } from "./door.tsx";
import { formProblem } from "../shell/form-problem.ts";

const toAccount = (
  <AppLink href="/account" className={textLinkClass}>
    Go to your account
  </AppLink>
);

/** Opening this page changes nothing, because link previews and mail scanners open it too. */
export function NewEmailPage({ secret }: { secret: string }) {
  const trpc = useTRPC();
  const confirm = useMutation(trpc.account.confirmEmailChange.mutationOptions());
  if (confirm.isSuccess) {
    return (
      <Door title="Email changed" aside={toAccount}>
        <p role="status" className="mt-3 wrap-anywhere text-ink-2">
          From now on, sign in with {confirm.data.email}.
        </p>
      </Door>
    );
  }
  return (
    <Door title="Confirm your new email" aside={toAccount}>
      <p className="mt-2 text-ink-2">Your account will use the address that this link was sent to.</p>
      <AccountForm
        problem={formProblem(confirm.error, [])}
        onSubmit={() => confirm.mutate({ secret })}
        submit={{ words: "Confirm email", busy: confirm.isPending }}
        className="mt-5"
      >
        {null}
      </AccountForm>
    </Door>
  );
}
