"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { PageHead, RadioGroup, Sentence, Sheet, SheetSection, SheetTitle } from "@headroom/ui";
import { FileFields, RunFields } from "./detail-fields.tsx";
import { DropZone } from "./drop-zone.tsx";
import { ExperimentFields } from "./experiment-fields.tsx";
import { FileList } from "./file-list.tsx";
import { newKey } from "./new-key.ts";
import { planUploads } from "./plan-uploads.ts";
import type { Bundle } from "./plan-uploads.ts";
import { askedFields, toolOptions } from "./prepare-detection.ts";
import { prepareUpload } from "./prepare-upload.ts";
import type { UploadQuery } from "./search-params.ts";
import { SendBar } from "./send-bar.tsx";
import { TargetField } from "./target-field.tsx";
import type { SendState } from "./upload-attempt.ts";
import { EMPTY_FORM } from "./upload-form.ts";
import type { UploadField, UploadForm } from "./upload-form.ts";
import { useDetection } from "./use-detection.ts";
import type { ChosenFile, FileState } from "./use-detection.ts";
import { useSending } from "./use-sending.ts";
import { useTickets } from "./use-ticket.ts";

const BUNDLES = [
  {
    value: "generators",
    label: "One run",
    hint: "Each file comes from one generator. They are merged exactly.",
  },
  { value: "runs", label: "One run per file", hint: "The files come from separate runs." },
] as const satisfies readonly { value: Bundle; label: string; hint: string }[];

interface UploadPageProps {
  query: UploadQuery;
  ingestUrl: string;
}

/** Files, what they are, where they go, and one button. */
export function UploadPage({ query, ingestUrl }: UploadPageProps) {
  const tickets = useTickets();
  const sending = useSending(ingestUrl, tickets);
  const [files, setFiles] = useState<readonly ChosenFile[]>([]);
  const [form, setForm] = useState<UploadForm>({ ...EMPTY_FORM, ...query });
  const [bundle, setBundle] = useState<Bundle>("generators");
  // Sending the same upload again makes no second run; after a change it is a new upload.
  const [key, setKey] = useState(newKey);
  const states = useDetection({ files, form, ingestUrl, tickets });
  const problem = sending.state.phase === "failed" ? sending.state.problem : null;
  const view = prepareUpload({ files, states, form, bundle, problem });
  const busy = sending.state.phase !== "idle" && sending.state.phase !== "failed";
  useOpenRun(sending.state);

  const changed = () => {
    sending.forget();
    setKey(newKey());
  };
  const change = (part: Partial<UploadForm>) => {
    changed();
    setForm((before) => ({ ...before, ...part }));
  };
  const add = (more: readonly File[]) => {
    changed();
    setFiles((before) => [...before, ...more.map((file) => ({ id: newKey(), file }))]);
  };
  const remove = (id: string) => {
    changed();
    setFiles((before) => before.filter((one) => one.id !== id));
  };
  const send = () => {
    if (view.obstacle !== null || view.known === null) return;
    const plan = planUploads(view.known, view.bundle, `upload-${key.slice(0, 12)}`);
    sending.start({ key, form, plan, files: new Map(files.map(({ id, file }) => [id, file])) });
  };
  const fields = { form, onChange: change, errorOf: (field: UploadField) => view.errors[field] };
  return (
    <>
      <PageHead
        eyebrow={<span>Upload</span>}
        sentence={<Sentence lead={view.sentence.lead} rest={view.sentence.rest} />}
      />
      <fieldset
        disabled={busy}
        className="grid min-w-0 grid-cols-1 gap-5 desk:grid-cols-[minmax(0,1fr)_372px]"
      >
        <Sheet label="Files and experiment">
          <SheetSection>
            <FileList files={files} states={states} onRemove={remove} disabled={busy} />
            <DropZone onFiles={add} small={files.length > 0} disabled={busy} />
            {view.choice ? (
              <RadioGroup
                label="How the files belong together"
                options={BUNDLES}
                value={bundle}
                inline
                className="mt-3"
                onChange={(chosen) => {
                  changed();
                  setBundle(chosen);
                }}
              />
            ) : null}
          </SheetSection>
          <SheetSection className="flex flex-col gap-3">
            <SheetTitle>Destination</SheetTitle>
            <ExperimentFields {...fields} />
          </SheetSection>
          {files.length === 0 ? null : (
            <SheetSection className="flex flex-col gap-3">
              <SheetTitle>How to read the {files.length === 1 ? "file" : "files"}</SheetTitle>
              <FileFields {...fields} tools={toolsOf(states)} asked={askedFields(states.map(formatIdOf))} />
            </SheetSection>
          )}
        </Sheet>
        <Sheet label="Targets and run details" className="self-start">
          <SheetSection>
            <TargetField
              value={form.targets}
              error={view.errors.targets}
              onChange={(targets) => change({ targets })}
            />
          </SheetSection>
          <SheetSection>
            <RunFields {...fields} />
          </SheetSection>
        </Sheet>
      </fieldset>
      <div className="mt-5">
        <SendBar
          state={sending.state}
          obstacle={view.obstacle}
          words={view.button}
          onSend={send}
          onCancel={sending.cancel}
          onRetry={sending.retry}
        />
      </div>
    </>
  );
}

/** If the upload made a single run, its page opens. */
function useOpenRun(state: SendState): void {
  const router = useRouter();
  const ids = state.phase === "done" ? [...new Set(state.runs.map(({ runId }) => runId))] : [];
  const only = ids.length === 1 ? (ids[0] ?? null) : null;
  useEffect(() => {
    if (only !== null) router.push(`/runs/${only}`);
  }, [only, router]);
}

function toolsOf(states: readonly FileState[]) {
  const answered = states.find((state) => state.kind === "known" || state.kind === "unknown");
  return toolOptions(answered?.answer ?? { known: [] });
}

/** Null asks for the fields of an unknown format. */
function formatIdOf(state: FileState): string | null {
  if (state.kind === "known") return state.answer.format?.id ?? null;
  return state.kind === "asking" ? "" : null;
}
