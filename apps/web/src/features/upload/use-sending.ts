"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { sendFiles } from "./ask-ingest.ts";
import { UploadAttempt } from "./upload-attempt.ts";
import type { AttemptInput, SendState } from "./upload-attempt.ts";
import type { Tickets } from "./use-ticket.ts";

interface SendingControl {
  state: SendState;
  start: (input: AttemptInput) => void;
  /** The same again. */
  retry: () => void;
  cancel: () => void;
  /** The form changed, so an earlier failure no longer applies. */
  forget: () => void;
}

export function useSending(ingestUrl: string, tickets: Tickets): SendingControl {
  const [state, setState] = useState<SendState>({ phase: "idle" });
  const attempt = useRef<UploadAttempt | null>(null);
  const start = useCallback(
    (input: AttemptInput) => {
      const begun = new UploadAttempt(input, {
        ingestUrl,
        takeTicket: tickets.take,
        dropTicket: tickets.drop,
        send: sendFiles,
        pause,
        tell: (told) => {
          if (attempt.current === begun) setState(told);
        },
      });
      attempt.current = begun;
      void begun.run();
    },
    [ingestUrl, tickets],
  );
  const retry = useCallback(() => void attempt.current?.run(), []);
  const cancel = useCallback(() => attempt.current?.cancel(), []);
  const forget = useCallback(() => {
    setState((before) => (before.phase === "failed" ? { phase: "idle" } : before));
  }, []);
  useEffect(() => () => attempt.current?.cancel(), []);
  useLeaveWarning(state.phase === "sending" || state.phase === "waiting");
  return { state, start, retry, cancel, forget };
}

/** Closing the page now would stop the upload. */
function useLeaveWarning(active: boolean): void {
  useEffect(() => {
    if (!active) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [active]);
}

function pause(seconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, seconds * 1_000);
  });
}
