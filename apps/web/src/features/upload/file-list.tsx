"use client";

import { Icon, IconButton, Skeleton } from "@headroom/ui";
import { formatBytes } from "@headroom/core/format";
import { prepareRefusals } from "./prepare-detection.ts";
import { ProblemWords } from "./problem-words.tsx";
import type { ChosenFile, FileState } from "./use-detection.ts";

interface FileListProps {
  files: readonly ChosenFile[];
  states: readonly FileState[];
  onRemove: (id: string) => void;
  disabled: boolean;
}

/** What each file is, before any of it is sent. */
export function FileList({ files, states, onRemove, disabled }: FileListProps) {
  return (
    <ul aria-label="Files" className="divide-y divide-line">
      {files.map(({ id, file }, at) => (
        <li key={id} className="flex items-start gap-3 py-2.5">
          <StateIcon state={states[at] ?? { kind: "asking" }} />
          <div className="min-w-0 flex-1">
            <p className="text-14 font-medium [overflow-wrap:anywhere]">
              <bdi>{file.name}</bdi>{" "}
              <span className="text-12 font-normal whitespace-nowrap text-ink-3">
                {formatBytes(file.size)}
              </span>
            </p>
            <StateWords state={states[at] ?? { kind: "asking" }} />
          </div>
          <IconButton
            label={`Remove ${file.name}`}
            icon="close"
            disabled={disabled}
            onClick={() => onRemove(id)}
          />
        </li>
      ))}
    </ul>
  );
}

function StateIcon({ state }: { state: FileState }) {
  if (state.kind === "asking") return <Icon name="open" className="mt-0.5 text-ink-3" />;
  return state.kind === "known" ? (
    <Icon name="met" className="mt-0.5 text-good" />
  ) : (
    <Icon name="missed" className="mt-0.5 text-bad" />
  );
}

function StateWords({ state }: { state: FileState }) {
  switch (state.kind) {
    case "asking":
      return <Skeleton className="mt-1 h-4 w-40" />;
    case "known":
      return (
        <p className="text-13 text-ink-2">
          {state.answer.format?.title}
          {state.answer.format?.role === "supplement" ? (
            <span className="text-ink-3"> · adds detail to a run from another file</span>
          ) : null}
        </p>
      );
    case "refused":
      return <ProblemWords problem={state.problem} />;
    case "unknown":
      return <Unknown answer={state.answer} />;
  }
}

function Unknown({ answer }: { answer: Extract<FileState, { kind: "unknown" }>["answer"] }) {
  const refusals = prepareRefusals(answer);
  return (
    <div className="text-13 text-ink-2">
      <p className="[overflow-wrap:anywhere]">{answer.refusal?.detail ?? "Unknown format."}</p>
      {answer.table !== null ? (
        <p>Choose below what its columns mean.</p>
      ) : answer.refusal?.hint ? (
        <p className="[overflow-wrap:anywhere]">{answer.refusal.hint}</p>
      ) : null}
      <details className="mt-1">
        <summary className="min-h-6 cursor-pointer text-12 text-ink-3">
          Formats tried, and why each was rejected ({answer.tried.length})
        </summary>
        <dl
          className="mt-1 flex max-h-72 flex-col gap-1.5 overflow-y-auto text-12"
          tabIndex={0}
          role="group"
          aria-label="Formats tried"
        >
          {refusals.map(({ formats, reason }) => (
            <div key={reason}>
              <dt className="font-medium text-ink">{formats}</dt>
              <dd className="[overflow-wrap:anywhere]">{reason}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  );
}
