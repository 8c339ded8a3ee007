"use client";

import { Button, Notice, ProgressBar, buttonClass } from "@headroom/ui";
import { AppLink } from "../shell/app-link.tsx";
import { formatBytes } from "@headroom/core/format";
import { ProblemWords } from "./problem-words.tsx";
import type { SendState } from "./upload-attempt.ts";

interface SendBarProps {
  state: SendState;
  /** Why it cannot be sent yet; null: it can. */
  obstacle: string | null;
  words: string;
  onSend: () => void;
  onCancel: () => void;
  onRetry: () => void;
}

/** The one button, then the progress and the result of the upload. */
export function SendBar({ state, obstacle, words, onSend, onCancel, onRetry }: SendBarProps) {
  switch (state.phase) {
    case "idle":
      return (
        <div className="flex flex-wrap items-center gap-3">
          <Button look="primary" disabled={obstacle !== null} onClick={onSend}>
            {words}
          </Button>
          <p role="status" className="min-w-0 text-13 text-ink-2">
            {obstacle}
          </p>
        </div>
      );
    case "sending":
      return <Progress state={state} onCancel={onCancel} />;
    case "waiting":
      return (
        <Notice live action={<Button onClick={onCancel}>Cancel</Button>}>
          {state.problem.detail} Retrying in a moment.
        </Notice>
      );
    case "failed":
      return (
        <Notice tone="bad" live action={<Button onClick={onRetry}>Try again</Button>}>
          {state.of > 1 && state.at > 0 ? `${state.at} of ${state.of} files uploaded. ` : null}
          <ProblemWords problem={state.problem} />
        </Notice>
      );
    case "done":
      return <Done runs={state.runs} />;
  }
}

function Progress({
  state,
  onCancel,
}: {
  state: Extract<SendState, { phase: "sending" }>;
  onCancel: () => void;
}) {
  const { sentBytes, totalBytes, at, of } = state;
  const share = totalBytes === 0 ? 1 : sentBytes / totalBytes;
  const all = sentBytes >= totalBytes;
  const file = of > 1 ? `File ${at + 1} of ${of}. ` : "";
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center gap-3">
        <ProgressBar label="Upload progress" value={sentBytes} most={totalBytes} />
        <Button onClick={onCancel}>Cancel</Button>
      </div>
      <p className="text-13 text-ink-2">
        {file}
        {all
          ? `${formatBytes(totalBytes)} sent. Judging the run.`
          : `${formatBytes(sentBytes)} of ${formatBytes(totalBytes)}, ${Math.floor(share * 100)}%.`}
      </p>
      <p role="status" className="sr-only">
        {all ? "Everything is sent. Judging the run." : "Sending."}
      </p>
    </div>
  );
}

function Done({ runs }: { runs: Extract<SendState, { phase: "done" }>["runs"] }) {
  const ids = [...new Set(runs.map(({ runId }) => runId))];
  return (
    <Notice
      tone="good"
      live
      action={ids.map((id, at) => (
        <AppLink key={id} href={`/runs/${id}`} className={buttonClass()}>
          {ids.length === 1 ? "Open the run" : `Open run ${at + 1}`}
        </AppLink>
      ))}
    >
      {ids.length === 1 ? "The run is ready." : `${ids.length} runs are ready.`}
    </Notice>
  );
}
