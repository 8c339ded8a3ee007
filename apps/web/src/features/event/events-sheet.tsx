"use client";

import { useState } from "react";
import type { ReactNode } from "react";
import type { ServiceEvent } from "@headroom/contract";
import {
  Button,
  Field,
  Form,
  Notice,
  Sheet,
  SheetSection,
  SheetTitle,
  TextInput,
  formatCount,
} from "@headroom/ui";
import { CompareButton, CompareProblem, useCompareAround } from "./compare-around-event.tsx";
import { EventForm } from "./event-form.tsx";
import { EventKindField } from "./event-kind-field.tsx";
import { KIND_WORDS } from "./event-words.ts";
import type { EventKind } from "./event-words.ts";
import { useUntil } from "./until-field.tsx";
import { useEvents } from "./use-events.ts";

interface EventsSheetProps {
  /** Its slug. */
  service: string;
  events: readonly ServiceEvent[];
  /** How many there are, if the latest are listed only. */
  total?: number;
  /** A moment in the words of the page. */
  timeText: (at: string) => string;
  /** Of the fields for a time. */
  timeZone: string;
  /** Guests neither see who added an event nor how to send some. */
  isGuest?: boolean;
  mayEdit: boolean;
  /** Whether the page shows what happens now. */
  isCurrent?: boolean;
  /** For people who may edit. */
  ingestUrl: string;
}

/** What happened to a service in a stretch of time, and a line to add what happens now. */
export function EventsSheet({ mayEdit, ingestUrl, ...shown }: EventsSheetProps) {
  return (
    <Sheet label="What happened" className="mt-5">
      <SheetSection>
        <SheetTitle>What happened</SheetTitle>
        {mayEdit ? <EditedEvents {...shown} ingestUrl={ingestUrl} /> : <EventList {...shown} />}
      </SheetSection>
    </Sheet>
  );
}

type Shown = Omit<EventsSheetProps, "mayEdit" | "ingestUrl">;

function EditedEvents({ ingestUrl, ...shown }: Shown & { ingestUrl: string }) {
  const { service, timeZone, isCurrent = true } = shown;
  const events = useEvents(service);
  const around = useCompareAround(service, ingestUrl);
  const [open, setOpen] = useState<string | null>(null);
  const edit = (id: string | null) => {
    events.changing.forget();
    setOpen(id);
  };
  const formOf = (event: ServiceEvent) =>
    event.id !== open ? null : (
      <EventForm
        event={event}
        timeZone={timeZone}
        {...events.changing}
        onSave={(changed) =>
          void events.change(event.id, changed).then((saved) => (saved ? edit(null) : undefined))
        }
        onClose={() => edit(null)}
      />
    );
  const buttonsOf = (event: ServiceEvent) => (
    <span className="flex flex-wrap">
      <CompareButton event={event} around={around} />
      <Button look="quiet" onClick={() => edit(event.id)} aria-label={`Edit ${event.title}`}>
        Edit
      </Button>
      <Button look="quiet" onClick={() => events.remove(event.id)} aria-label={`Delete ${event.title}`}>
        Delete
      </Button>
    </span>
  );
  return (
    <>
      <EventList {...shown} edited={{ formOf, buttonsOf }} />
      <CompareProblem around={around} />
      {isCurrent ? <NewEvent add={events.add} busy={events.busy} timeZone={timeZone} /> : null}
      {events.problem === null ? null : (
        <Notice tone="bad" live className="mt-3">
          {events.problem}
        </Notice>
      )}
    </>
  );
}

interface Edited {
  /** In the place of the event that is being edited. */
  formOf: (event: ServiceEvent) => ReactNode;
  buttonsOf: (event: ServiceEvent) => ReactNode;
}

function EventList({ events, total = 0, timeText, edited, ...shown }: Shown & { edited?: Edited }) {
  const { isGuest = false, isCurrent = true } = shown;
  if (events.length === 0)
    return <p className="mt-2 text-13 text-ink-2">{noneText({ isGuest, isCurrent })}</p>;
  return (
    <>
      <ul className="mt-3 divide-y divide-line">
        {events.map((event) => (
          <li key={event.id} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-2 text-13">
            {edited?.formOf(event) ?? (
              <>
                <time dateTime={event.at} title={event.at} className="whitespace-nowrap text-ink-3">
                  {timeText(event.at)}
                </time>
                <span className="min-w-0 flex-1 wrap-anywhere">
                  <span className="text-ink-3">{KIND_WORDS[event.kind]}</span> <EventTitle event={event} />
                  {event.until == null ? null : (
                    <span className="text-ink-3"> until {timeText(event.until)}</span>
                  )}
                </span>
                {isGuest ? null : <Origin event={event} />}
                {edited?.buttonsOf(event)}
              </>
            )}
          </li>
        ))}
      </ul>
      {total > events.length ? (
        <p className="mt-2 text-12 text-ink-3">
          The latest {formatCount(events.length)} of {formatCount(total)} events.
        </p>
      ) : null}
    </>
  );
}

function noneText({ isGuest, isCurrent }: { isGuest: boolean; isCurrent: boolean }): string {
  if (!isCurrent) return "No events in this time.";
  return isGuest ? "No events yet." : "No events yet. CI can send its deploys here, too.";
}

function Origin({ event: { by, editedAt } }: { event: ServiceEvent }) {
  return (
    <span className="text-12 text-ink-3">
      {by ?? "by token"}
      {editedAt === null ? "" : ", edited"}
    </span>
  );
}

function EventTitle({ event: { title, url } }: { event: ServiceEvent }) {
  if (url === null) return <b className="font-semibold">{title}</b>;
  return (
    <a href={url} rel="noreferrer" className="font-semibold underline">
      {title}
    </a>
  );
}

type NewEventProps = Pick<ReturnType<typeof useEvents>, "add" | "busy"> & { timeZone: string };

function NewEvent({ add, busy, timeZone }: NewEventProps) {
  const [title, setTitle] = useState("");
  const [kind, setKind] = useState<EventKind>("note");
  const [now] = useState(() => new Date().toISOString());
  const { until, field } = useUntil({ kind, at: now, until: null, timeZone });
  return (
    <Form
      className="mt-3 grid grid-cols-1 items-end gap-3 wide:grid-cols-[10rem_1fr_auto]"
      onSubmit={(event) => {
        event.preventDefault();
        if (title.trim() !== "" && until !== undefined)
          void add({ kind, title, until }).then((added) => (added ? setTitle("") : undefined));
      }}
    >
      <EventKindField value={kind} onChange={setKind} />
      <Field label="What happens now" required>
        <TextInput value={title} onChange={setTitle} maxLength={200} autoComplete="off" />
      </Field>
      <Button type="submit" busy={busy} disabled={title.trim() === "" || until === undefined}>
        Add event
      </Button>
      {field}
    </Form>
  );
}
