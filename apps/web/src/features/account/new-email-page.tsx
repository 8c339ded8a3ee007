"use client";

import { useMutation } from "@tanstack/react-query";
import { textLinkClass } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";
import { AppLink } from "../shell/app-link.tsx";
import { AccountForm } from "./account-form.tsx";
import { Door } from "./door.tsx";
import { formProblem } from "./form-problem.ts";

const toAccount = (
  <AppLink href="/account" className={textLinkClass}>
    To your account
  </AppLink>
);

/** What looks at links before people do opens this page, and changes nothing by that. */
export function NewEmailPage({ secret }: { secret: string }) {
  const trpc = useTRPC();
  const confirm = useMutation(trpc.account.confirmEmailChange.mutationOptions());
  if (confirm.isSuccess) {
    return (
      <Door title="Your address is changed" aside={toAccount}>
        <p role="status" className="mt-3 wrap-anywhere text-ink-2">
          You sign in with {confirm.data.email} from now on.
        </p>
      </Door>
    );
  }
  return (
    <Door title="Use your new address" aside={toAccount}>
      <p className="mt-2 text-ink-2">Your account is then under the address that this link was sent to.</p>
      <AccountForm
        problem={formProblem(confirm.error, [])}
        onSubmit={() => confirm.mutate({ secret })}
        submit={{ words: "Use this address", busy: confirm.isPending }}
        className="mt-5"
      >
        {null}
      </AccountForm>
    </Door>
  );
}
