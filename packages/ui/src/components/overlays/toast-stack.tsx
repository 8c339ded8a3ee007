import * as RadixToast from "@radix-ui/react-toast";
import { buttonClass } from "../fields/button.tsx";
import { Icon } from "../page/icon.tsx";
import { IconButton } from "../fields/icon-button.tsx";
import { toneLooks } from "../status/notice.tsx";
import type { Tone } from "../status/notice.tsx";

export interface ToastWords {
  text: string;
  tone?: Tone;
  /** "Undo", "Open": one thing, and only where the page itself has no place for it. */
  action?: { label: string; onAction: () => void };
  /** How long it stays; with an action longer, so that it can be reached. */
  seconds?: number;
}

export interface LiveToast extends ToastWords {
  id: number;
  open: boolean;
}

interface ToastStackProps {
  toasts: readonly LiveToast[];
  onClose: (id: number) => void;
}

/** Those that are shown, in their corner. */
export function ToastStack({ toasts, onClose }: ToastStackProps) {
  return (
    <RadixToast.Provider label="Notification" swipeDirection="right">
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} onClose={() => onClose(toast.id)} />
      ))}
      <RadixToast.Viewport className="fixed right-4 bottom-4 left-4 z-60 flex flex-col items-end gap-2.5 outline-none" />
    </RadixToast.Provider>
  );
}

function ToastCard({ toast, onClose }: { toast: LiveToast; onClose: () => void }) {
  const { text, tone = "neutral", action, seconds = action ? 12 : 5, open } = toast;
  const { icon, text: tint } = toneLooks[tone];
  return (
    <RadixToast.Root
      open={open}
      onOpenChange={(next) => (next ? undefined : onClose())}
      duration={seconds * 1000}
      type={tone === "bad" ? "foreground" : "background"}
      className="flex w-full max-w-[430px] animate-appear items-center gap-2.5 rounded-control bg-surface py-2 pr-2 pl-3.5 text-13 shadow-float"
    >
      <Icon name={icon} className={tint} />
      <RadixToast.Description className="line-clamp-3 min-w-0 flex-1 wrap-anywhere">
        {text}
      </RadixToast.Description>
      {action ? (
        <RadixToast.Action
          altText={`${action.label}: ${text}`}
          className={buttonClass("plain")}
          onClick={action.onAction}
        >
          {action.label}
        </RadixToast.Action>
      ) : null}
      <RadixToast.Close asChild>
        <IconButton label="Dismiss" icon="close" />
      </RadixToast.Close>
    </RadixToast.Root>
  );
}
