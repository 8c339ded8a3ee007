import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { destinationText } from "./destination.ts";
import { newKey } from "./new-key.ts";
import { planUploads } from "./plan-uploads.ts";
import type { Bundle } from "./plan-uploads.ts";
import { prepareUpload } from "./prepare-upload.ts";
import type { UploadQuery } from "./search-params.ts";
import type { SendState } from "./upload-attempt.ts";
import { EMPTY_FORM } from "./upload-form.ts";
import type { UploadForm } from "./upload-form.ts";
import { useDestination } from "./use-destination.ts";
import { useDetection, useTable } from "./use-detection.ts";
import type { ChosenFile } from "./use-detection.ts";
import { useSending } from "./use-sending.ts";
import { useTickets } from "./use-ticket.ts";

export type Upload = ReturnType<typeof useUpload>;

/** An upload from the choice of its files to its end. Every change makes it a new upload. */
export function useUpload(query: UploadQuery, ingestUrl: string) {
  const tickets = useTickets();
  const sending = useSending(ingestUrl, tickets);
  const [files, setFiles] = useState<readonly ChosenFile[]>([]);
  const [form, setForm] = useState<UploadForm>({
    ...EMPTY_FORM,
    ...query,
    destination: destinationText(query),
  });
  const destination = useDestination(form);
  const [bundle, setBundle] = useState<Bundle>("generators");
  // Sending the same upload again makes no second run; after a change it is a new upload.
  const [key, setKey] = useState(newKey);
  const states = useDetection({ files, form, ingestUrl, tickets });
  const table = useTable({ files, ingestUrl, tickets });
  const problem = sending.state.phase === "failed" ? sending.state.problem : null;
  const view = prepareUpload({ files, states, form, bundle, problem });
  useOpenRun(sending.state);

  const changed = () => {
    sending.forget();
    setKey(newKey());
  };
  // What the columns look like is where a person starts from: it is chosen where they see it.
  const [suggested, setSuggested] = useState<string | null>(null);
  const suggestion = table?.mapping ?? null;
  if (suggestion !== suggested) {
    setSuggested(suggestion);
    if (suggestion !== null && form.mapping === "") setForm((before) => ({ ...before, mapping: suggestion }));
  }
  return {
    destination,
    files,
    states,
    table,
    form,
    bundle,
    view,
    sending,
    busy: sending.state.phase !== "idle" && sending.state.phase !== "failed",
    add: (more: readonly File[]) => {
      changed();
      setFiles((before) => [...before, ...more.map((file) => ({ id: newKey(), file }))]);
    },
    remove: (id: string) => {
      changed();
      setFiles((before) => before.filter((one) => one.id !== id));
    },
    change: (part: Partial<UploadForm>) => {
      changed();
      setForm((before) => ({ ...before, ...part }));
    },
    changeBundle: (chosen: Bundle) => {
      changed();
      setBundle(chosen);
    },
    send: () => {
      if (view.obstacle !== null || view.known === null) return;
      const plan = planUploads(view.known, view.bundle, `upload-${key.slice(0, 12)}`);
      sending.start({
        key,
        form: { ...form, ...destination.names },
        plan,
        files: new Map(files.map(({ id, file }) => [id, file])),
      });
    },
  };
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
