"use client";

import { createContext, useCallback, useContext, useEffect, useState } from "react";
import type { ReactNode } from "react";
import type { LiveToast, ToastStack, ToastWords } from "./toast-stack.tsx";

const ToastContext = createContext<((words: ToastWords) => void) | null>(null);
const MAX_AT_ONCE = 3;
const AFTER_THE_PAGE_MILLIS = 1_500;

/** Used once around the whole app, so that a toast outlives the page that called it. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly LiveToast[]>([]);
  const [Stack, setStack] = useState<typeof ToastStack | null>(null);
  // Loaded after the page without being asked for: once the connection is down, it could not be fetched to say so.
  useEffect(() => {
    const timer = setTimeout(() => {
      void import("./toast-stack.tsx").then(
        (module) => setStack(() => module.ToastStack),
        () => undefined,
      );
    }, AFTER_THE_PAGE_MILLIS);
    return () => clearTimeout(timer);
  }, []);
  const show = useCallback((words: ToastWords) => {
    setToasts((before) => {
      const id = (before.at(-1)?.id ?? 0) + 1;
      return [...before.filter(({ open }) => open), { ...words, id, open: true }].slice(-MAX_AT_ONCE);
    });
  }, []);
  const close = (id: number) =>
    setToasts((before) => before.map((toast) => (toast.id === id ? { ...toast, open: false } : toast)));
  return (
    <ToastContext value={show}>
      {children}
      {Stack && toasts.length > 0 ? <Stack toasts={toasts} onClose={close} /> : null}
    </ToastContext>
  );
}

/** Shows a toast: `toast({ text: "Run 43 is deleted.", action: { label: "Undo", onAction } })`. */
export function useToast(): (words: ToastWords) => void {
  const show = useContext(ToastContext);
  if (!show) throw new Error("useToast must be used inside a ToastProvider");
  return show;
}
