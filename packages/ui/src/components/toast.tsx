"use client";

import * as RadixToast from "@radix-ui/react-toast";
import { createContext, useCallback, useContext, useState } from "react";
import type { ReactNode } from "react";
import { buttonClass } from "./button.tsx";
import { Icon } from "./icon.tsx";
import { IconButton } from "./icon-button.tsx";
import { toneLooks } from "./notice.tsx";
import type { Tone } from "./notice.tsx";

export interface ToastWords {
  text: string;
  tone?: Tone;
  /** "Undo", "Open": one thing, and only where the page itself has no place for it. */
  action?: { label: string; onAction: () => void };
  /** How long it stays; with an action longer, so that it can be reached. */
  seconds?: number;
}

interface LiveToast extends ToastWords {
  id: number;
  open: boolean;
}

const ToastContext = createContext<((words: ToastWords) => void) | null>(null);
const MOST_AT_ONCE = 3;

/** Stands once around the application, so that a toast outlives the page that called it. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly LiveToast[]>([]);
  const show = useCallback((words: ToastWords) => {
    setToasts((before) => {
      const id = (before.at(-1)?.id ?? 0) + 1;
      return [...before.filter(({ open }) => open), { ...words, id, open: true }].slice(-MOST_AT_ONCE);
    });
  }, []);
  const close = (id: number) =>
    setToasts((before) => before.map((toast) => (toast.id === id ? { ...toast, open: false } : toast)));
  return (
    <ToastContext value={show}>
      <RadixToast.Provider label="Message" swipeDirection="right">
        {children}
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} onClose={() => close(toast.id)} />
        ))}
        <RadixToast.Viewport className="fixed right-4 bottom-4 left-4 z-60 flex flex-col items-end gap-2.5 outline-none" />
      </RadixToast.Provider>
    </ToastContext>
  );
}

/** Shows a toast: `toast({ text: "Run 43 is deleted.", action: { label: "Undo", onAction } })`. */
export function useToast(): (words: ToastWords) => void {
  const show = useContext(ToastContext);
  if (!show) throw new Error("useToast needs a ToastProvider above it");
  return show;
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
