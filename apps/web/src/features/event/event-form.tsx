import { useState } from "react";
import type { ServiceEvent } from "@headroom/contract";
import { Button, Field, Form, Notice, TextInput } from "@headroom/ui";
import { localText } from "./local-text.ts";
import { EventKindField } from "./event-kind-field.tsx";
import { useUntil } from "./until-field.tsx";
import { readMoment } from "./event-words.ts";
import type { EventKind } from "./event-words.ts";
import type { EditedEvent } from "./use-events.ts";

interface EventFormProps {
  event: ServiceEvent;
  /** Of the field for its time. */
  timeZone: string;
  busy: boolean;
  problem: string | null;
  onSave: (changed: EditedEvent) => void;
  onClose: () => void;
}

/** Corrects an event that is already there. */
export function EventForm({ event, timeZone, busy, problem, onSave, onClose }: EventFormProps) {
  const [kind, setKind] = useState<EventKind>(event.kind);
  const [title, setTitle] = useState(event.title);
  const [url, setUrl] = useState(event.url ?? "");
  const [time, setTime] = useState(localText(event.at, timeZone));
  const moment = readMoment(time, { at: event.at, timeZone });
  const ends = useUntil({ kind, at: "at" in moment ? moment.at : event.at, until: event.until, timeZone });
  return (
    <Form
      noValidate
      aria-label={`Edit ${event.title}`}
      className="grid w-full grid-cols-1 gap-3 py-2 wide:grid-cols-2"
      onSubmit={(submitted) => {
        submitted.preventDefault();
        if (!("at" in moment) || ends.until === undefined || title.trim() === "") return;
        const link = url.trim() === "" ? null : url.trim();
        onSave({ at: moment.at, kind, title: title.trim(), url: link, until: ends.until });
      }}
    >
      <EventKindField value={kind} onChange={setKind} />
      <Field label="Time" hint={timeZone} error={"problem" in moment ? moment.problem : undefined} required>
        <TextInput type="datetime-local" value={time} onChange={setTime} />
      </Field>
      {ends.field}
      <Field label="Title" required>
        <TextInput value={title} onChange={setTitle} maxLength={200} autoComplete="off" />
      </Field>
      <Field label="Link">
        <TextInput value={url} onChange={setUrl} maxLength={2_000} autoComplete="off" />
      </Field>
      {problem === null ? null : (
        <Notice tone="bad" live className="wide:col-span-2">
          {problem}
        </Notice>
      )}
      <div className="flex gap-2">
        <Button
          type="submit"
          look="primary"
          busy={busy}
          disabled={title.trim() === "" || "problem" in moment || ends.until === undefined}
        >
          Save event
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </Form>
  );
}
