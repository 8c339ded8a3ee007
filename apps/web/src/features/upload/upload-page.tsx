"use client";

import { PageHead, RadioGroup, Sentence, Sheet, SheetSection, SheetTitle } from "@headroom/ui";
import { FileFields, RunFields } from "./detail-fields.tsx";
import { ColumnPicker } from "./column-picker.tsx";
import { DropZone } from "./drop-zone.tsx";
import { DestinationField } from "./destination-field.tsx";
import { FileList } from "./file-list.tsx";
import { Folded } from "./folded.tsx";
import type { Bundle } from "./plan-uploads.ts";
import { askedFields, toolOptions } from "./prepare-detection.ts";
import type { UploadQuery } from "./search-params.ts";
import { SendBar } from "./send-bar.tsx";
import { TargetField } from "./target-field.tsx";
import type { UploadField } from "./upload-form.ts";
import type { FileState } from "./use-detection.ts";
import { useUpload } from "./use-upload.ts";
import type { Upload } from "./use-upload.ts";

const BUNDLES = [
  {
    value: "generators",
    label: "One run",
    hint: "Each file comes from one generator. They are merged exactly.",
  },
  { value: "runs", label: "One run per file", hint: "The files come from separate runs." },
] as const satisfies readonly { value: Bundle; label: string; hint: string }[];

const READING = ["tool", "started", "unit", "timestamps", "zone", "load", "mapping"] as const;

type ReadingFields = Omit<Parameters<typeof FileFields>[0], "tools" | "asked">;

interface UploadPageProps {
  query: UploadQuery;
  ingestUrl: string;
}

/** Files, what they are, where they go, and one button. */
export function UploadPage({ query, ingestUrl }: UploadPageProps) {
  const upload = useUpload(query, ingestUrl);
  const { files, form, view, busy, sending, change } = upload;
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
          <FilesSection upload={upload} />
          <SheetSection className="flex flex-col gap-3">
            <SheetTitle>Destination</SheetTitle>
            <DestinationField {...fields} destination={upload.destination} />
          </SheetSection>
          {files.length === 0 ? null : <ReadingSection upload={upload} fields={fields} />}
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
          onSend={upload.send}
          onCancel={sending.cancel}
          onRetry={sending.retry}
        />
      </div>
    </>
  );
}

function FilesSection({ upload }: { upload: Upload }) {
  const { files, states, view, busy, bundle } = upload;
  return (
    <SheetSection>
      <FileList files={files} states={states} onRemove={upload.remove} disabled={busy} />
      <DropZone onFiles={upload.add} small={files.length > 0} disabled={busy} />
      {view.choice ? (
        <RadioGroup
          label="How the files belong together"
          options={BUNDLES}
          value={bundle}
          inline
          className="mt-3"
          onChange={upload.changeBundle}
        />
      ) : null}
    </SheetSection>
  );
}

/** How the files are read: by their columns, if no format recognizes them. */
function ReadingSection({ upload, fields }: { upload: Upload; fields: ReadingFields }) {
  const { files, states, table, view, form, change } = upload;
  const title = `How to read the ${files.length === 1 ? "file" : "files"}`;
  const isLost = table === null && states.some(({ kind }) => kind === "unknown");
  const isWrong = READING.some((field) => view.errors[field] !== undefined);
  const all = <FileFields {...fields} tools={toolsOf(states)} asked={askedFields(states.map(formatIdOf))} />;
  return (
    <SheetSection className="flex flex-col gap-3">
      {table === null ? null : (
        <>
          <SheetTitle>{title}</SheetTitle>
          <ColumnPicker table={table} mapping={form.mapping} onChange={change} />
        </>
      )}
      <Folded title={table === null ? title : "More about the file"} open={isLost || isWrong}>
        {all}
      </Folded>
    </SheetSection>
  );
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
