import type { UploadProblem } from "./read-problem.ts";

/** What was wrong, where in the file, and what to do. */
export function ProblemWords({ problem }: { problem: UploadProblem }) {
  const { title, detail, line, byte, hint, requestId } = problem;
  const place = [
    line === null ? "" : `line ${line.toLocaleString("en-US")}`,
    byte === null ? "" : `byte ${byte.toLocaleString("en-US")}`,
  ].filter((part) => part !== "");
  return (
    <div className="flex flex-col gap-1 text-13 text-ink-2">
      <p>
        <b className="font-semibold text-ink">{title}</b>
        {place.length === 0 ? "." : ` at ${place.join(", ")}.`}
      </p>
      <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{short(detail)}</p>
      {hint ? <p className="[overflow-wrap:anywhere]">{hint}</p> : null}
      {requestId ? <p className="font-mono text-12 text-ink-3">request {requestId}</p> : null}
    </div>
  );
}

const MAX_LENGTH = 700;

/** Where no format knows a file, the reasons of all of them stand in one text. */
function short(detail: string): string {
  return detail.length <= MAX_LENGTH ? detail : `${detail.slice(0, MAX_LENGTH - 1)}…`;
}
