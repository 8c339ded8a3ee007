import type { ReactNode } from "react";
import { Button, Form, Notice, Sheet, buttonClass } from "@headroom/ui";
import { AppLink } from "./app-link.tsx";

interface EntryFormProps {
  /** "Peak day" */
  label: string;
  /** What is wrong with no field in particular; null: nothing. */
  problem: string | null;
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
  const { label, problem, busy, submit, cancelHref, onSubmit, remove, children } = props;
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {problem === null ? null : (
        <Notice tone="bad" live className="mb-4">
          {problem}
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
