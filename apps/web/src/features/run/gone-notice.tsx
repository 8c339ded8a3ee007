import type { ReactNode } from "react";
import { readProblem } from "./problem-words.ts";

interface GoneNoticeProps {
  /** "The run over time" */
  what: string;
  error: unknown;
  children: ReactNode;
}

/** Why something is not there: the run was deleted meanwhile, the session is over, or it did not work. */
export function GoneNotice({ what, error, children }: GoneNoticeProps) {
  const { message, hint, gone, signedOut } = readProblem(error);
  return (
    <div
      role="alert"
      className="flex min-h-[300px] flex-col items-start justify-center gap-3 text-13 text-ink-2"
    >
      <p>
        {gone
          ? "This run is not there any more: somebody deleted it while you looked at it. What is on the page is what it was."
          : signedOut
            ? `${message} ${hint ?? ""}`
            : `${what} could not be read. ${message}`}
      </p>
      {gone ? null : children}
    </div>
  );
}
