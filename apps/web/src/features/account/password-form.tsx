"use client";

import { plural } from "@headroom/core/format";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button, Field, Form, TextInput } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";
import { FormNotice, NewPasswordField } from "./account-form.tsx";
import { formProblem, problemAt } from "../shell/form-problem.ts";

export function PasswordForm({ hasPassword, email }: { hasPassword: boolean; email: string }) {
  const trpc = useTRPC();
  const router = useRouter();
  const [current, setCurrent] = useState("");
  const [password, setPassword] = useState("");
  const change = useMutation(
    trpc.account.changePassword.mutationOptions({
      onSuccess: () => {
        setCurrent("");
        setPassword("");
        router.refresh();
      },
    }),
  );
  const problem = formProblem(change.error, ["current", "password"]);
  return (
    <Form
      method="post"
      className="mt-3 flex max-w-[520px] flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate({ current: hasPassword ? current : null, password });
      }}
    >
      {/* Shows password managers which account the password belongs to. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <FormNotice problem={problem} />
      {hasPassword ? (
        <Field label="Current password" required error={problemAt(problem, "current")}>
          <TextInput type="password" autoComplete="current-password" value={current} onChange={setCurrent} />
        </Field>
      ) : null}
      <NewPasswordField
        label="New password"
        hint=" Changing it signs you out everywhere else."
        problem={problem}
        value={password}
        onChange={setPassword}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" busy={change.isPending} disabled={password === ""}>
          {hasPassword ? "Change password" : "Set password"}
        </Button>
        <span role="status" className="text-13 text-ink-2">
          {change.isSuccess && password === "" ? changed(change.data) : ""}
        </span>
      </div>
    </Form>
  );
}

function changed(closed: number): string {
  if (closed === 0) return "Saved.";
  return `Saved. You were signed out of ${plural(closed, "other session")}.`;
}
