import type { ReactNode } from "react";
import { readProblem } from "./problem-words.ts";

interface GoneNoticeProps {
  /** "the timeline" */
  what: string;
  error: unknown;
  children: ReactNode;
}

/** Why something is missing: the run was deleted, the session expired, or the request failed. */
export function GoneNotice({ what, error, children }: GoneNoticeProps) {
  const { message, hint, gone, signedOut } = readProblem(error);
  return (
    <div
      role="alert"
      className="flex min-h-[300px] flex-col items-start justify-center gap-3 text-13 text-ink-2"
    >
      <p>
        {gone
          ? "Someone deleted this run while you had it open. This page shows its last state."
          : signedOut
            ? `${message} ${hint ?? ""}`
            : `Couldn't load ${what}. ${message}`}
      </p>
      {gone ? null : children}
    </div>
  );
}
