import type { ReactNode } from "react";
import { Button, Dialog, Form, Notice } from "@headroom/ui";
import type { OpenDialog } from "./fresh-dialog.tsx";

interface FormDialogProps extends OpenDialog {
  title: string;
  description?: string;
  /** The text of the button that sends the form. */
  action: string;
  busy: boolean;
  /** Whether enough is filled in to send it. */
  ready: boolean;
  onSend: () => void;
  /** What was wrong, unless a field shows it. */
  problem: string | undefined;
  children: ReactNode;
}

/** A form in a dialog, sent by its button or by Enter. */
export function FormDialog(props: FormDialogProps) {
  const { open, onOpenChange, title, description, action, busy, ready, onSend, problem, children } = props;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      {...(description === undefined ? {} : { description })}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button look="primary" busy={busy} disabled={!ready} onClick={onSend}>
            {action}
          </Button>
        </>
      }
    >
      <Form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (ready) onSend();
        }}
      >
        {children}
        {problem === undefined ? null : (
          <Notice tone="bad" live>
            {problem}
          </Notice>
        )}
      </Form>
    </Dialog>
  );
}
