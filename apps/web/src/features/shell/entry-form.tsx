import type { ReactNode } from "react";
import { Button, Form, Notice, Sheet, buttonClass } from "@headroom/ui";
import type { ExplainedRefusal } from "../../trpc/explain-refusal.ts";
import { AppLink } from "./app-link.tsx";

interface EntryFormProps {
  /** "Peak day" */
  label: string;
  /** Shown above the fields, unless one of them shows it. */
  problem: ExplainedRefusal | null;
  /** The names of the fields that show what is wrong with them. */
  fields: readonly string[];
  busy: boolean;
  /** "Create peak day" */
  submit: string;
  cancelHref: string;
  onSubmit: () => void;
  /** How what exists is deleted; null: it doesn't exist yet. */
  remove: ReactNode;
  children: ReactNode;
}

/** The form of something that is created and edited: its fields, and below them what can be done. */
export function EntryForm(props: EntryFormProps) {
  const { label, problem, fields, busy, submit, cancelHref, onSubmit, remove, children } = props;
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {problem === null || fields.includes(problem.field ?? "") ? null : (
        <Notice tone="bad" live className="mb-4">
          {problem.words}
        </Notice>
      )}
      <Sheet label={label}>
        {children}
        <div className="flex flex-wrap items-center gap-2 border-t border-line px-4 py-3.5 wide:px-5">
          <Button type="submit" look="primary" busy={busy}>
            {submit}
          </Button>
          <AppLink href={cancelHref} className={buttonClass("quiet")}>
            Cancel
          </AppLink>
          {remove}
        </div>
      </Sheet>
    </Form>
  );
}
