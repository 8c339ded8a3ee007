import * as RadixAlert from "@radix-ui/react-alert-dialog";
import { useState } from "react";
import type { ReactNode } from "react";
import clsx from "clsx";
import { Button, buttonClass } from "../fields/button.tsx";
import type { ConfirmDialogProps } from "./confirm-dialog.tsx";
import { modalClass, veilClass } from "./modal-classes.ts";
import { Notice } from "../status/notice.tsx";
import { useReturnFocus } from "./return-focus.ts";

/** A question itself. */
export function ConfirmPart(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, children, confirm, cancel = "Cancel", danger = false } = props;
  const focus = useReturnFocus();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ReactNode>(null);
  const change = (next: boolean) => {
    if (busy) return;
    setFailure(null);
    onOpenChange(next);
  };
  const run = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await props.onConfirm();
      onOpenChange(false);
    } catch (error) {
      setFailure(props.explain ? props.explain(error) : messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <RadixAlert.Root open={open} onOpenChange={change}>
      <RadixAlert.Portal>
        <div className={veilClass}>
          <RadixAlert.Content
            data-modal=""
            aria-modal="true"
            {...focus}
            className={clsx(modalClass, "max-w-[460px]")}
          >
            <div className="overflow-y-auto px-4 py-4 wide:px-5">
              <RadixAlert.Title className="text-15 font-semibold tracking-[-0.008em] wrap-anywhere">
                {title}
              </RadixAlert.Title>
              <RadixAlert.Description asChild>
                <div className="mt-1.5 text-13 leading-[19px] text-ink-2 wrap-anywhere">{children}</div>
              </RadixAlert.Description>
              {failure ? (
                <Notice tone="bad" className="mt-3" live>
                  {failure}
                </Notice>
              ) : null}
            </div>
            <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-4 py-3 wide:px-5">
              <RadixAlert.Cancel className={buttonClass("plain")} disabled={busy}>
                {cancel}
              </RadixAlert.Cancel>
              <Button look={danger ? "danger" : "primary"} busy={busy} onClick={() => void run()}>
                {confirm}
              </Button>
            </footer>
          </RadixAlert.Content>
        </div>
      </RadixAlert.Portal>
    </RadixAlert.Root>
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : "Something went wrong. Try again.";
}
