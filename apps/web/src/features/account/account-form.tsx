"use client";

import type { ReactNode } from "react";
import { Button, Field, Form, Notice, TextInput } from "@headroom/ui";
import { problemAt } from "../shell/form-problem.ts";
import type { FormProblem } from "../shell/form-problem.ts";

interface AccountFormProps {
  /** A problem that belongs to no single field is shown above them all. */
  problem: FormProblem | null;
  /** What to do about that. */
  action?: ReactNode;
  onSubmit: () => void;
  submit: { words: string; busy: boolean };
  className?: string;
  children: ReactNode;
}

/** A form of the sign-in pages. */
export function AccountForm({
  problem,
  action,
  onSubmit,
  submit,
  className = "",
  children,
}: AccountFormProps) {
  return (
    <Form
      method="post"
      className={`flex flex-col gap-4 ${className}`}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <FormNotice problem={problem} action={action} />
      {children}
      <Button type="submit" look="primary" className="w-full" busy={submit.busy}>
        {submit.words}
      </Button>
    </Form>
  );
}

export function FormNotice({ problem, action }: Pick<AccountFormProps, "problem" | "action">) {
  const words = problemAt(problem, null);
  if (!words) return null;
  return (
    <Notice tone="bad" live action={action}>
      {words}
    </Notice>
  );
}

interface TypedFieldProps {
  problem: FormProblem | null;
  value: string;
  onChange: (value: string) => void;
}

export function EmailField({
  label = "Email",
  problem,
  value,
  onChange,
  readOnly = false,
}: TypedFieldProps & { label?: string; readOnly?: boolean }) {
  return (
    <Field label={label} required error={problemAt(problem, "email")}>
      <TextInput
        type="email"
        name="email"
        autoComplete="username"
        maxLength={320}
        value={value}
        onChange={onChange}
        readOnly={readOnly}
      />
    </Field>
  );
}

export function NewPasswordField({
  label,
  hint = "",
  problem,
  value,
  onChange,
}: TypedFieldProps & { label: string; hint?: string }) {
  return (
    <Field
      label={label}
      required
      hint={`At least 10 characters. A few random words work best.${hint}`}
      error={problemAt(problem, "password")}
    >
      <TextInput
        type="password"
        name="new-password"
        autoComplete="new-password"
        value={value}
        onChange={onChange}
      />
    </Field>
  );
}
