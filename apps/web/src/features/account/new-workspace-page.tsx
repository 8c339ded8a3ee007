"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { BareButton, Button, Field, Form, Notice, TextInput, textLinkClass } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";
import { AppLink } from "../shell/app-link.tsx";
import { Door } from "./door.tsx";
import { formProblem, problemAt } from "../shell/form-problem.ts";

/** For another workspace, or for a person who has none. */
export function NewWorkspacePage({ email, first }: { email: string; first: boolean }) {
  const trpc = useTRPC();
  const [name, setName] = useState("");
  const create = useMutation(
    trpc.account.createWorkspace.mutationOptions({ onSuccess: () => window.location.assign("/") }),
  );
  const problem = formProblem(create.error, ["name"]);
  return (
    <Door
      title={first ? "You're not in a workspace yet" : "New workspace"}
      aside={
        first ? (
          <SignOutLine email={email} />
        ) : (
          <AppLink href="/" className={textLinkClass}>
            Back
          </AppLink>
        )
      }
    >
      <p className="mt-2 text-ink-2">
        {first ? "Create one, or open an invitation link. " : ""}
        Each workspace has its own services, experiments, runs and members.
      </p>
      <Form
        method="post"
        className="mt-5 flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate({ name });
        }}
      >
        {problemAt(problem, null) ? (
          <Notice tone="bad" live>
            {problemAt(problem, null)}
          </Notice>
        ) : null}
        <Field label="Workspace name" required error={problemAt(problem, "name")}>
          <TextInput maxLength={100} autoComplete="off" value={name} onChange={setName} />
        </Field>
        <Button type="submit" look="primary" className="w-full" busy={create.isPending || create.isSuccess}>
          Create workspace
        </Button>
      </Form>
    </Door>
  );
}

function SignOutLine({ email }: { email: string }) {
  return (
    <Form method="post" action="/sign-out" className="inline wrap-anywhere">
      Signed in as {email}.{" "}
      <BareButton type="submit" className={textLinkClass}>
        Sign out
      </BareButton>
    </Form>
  );
}
