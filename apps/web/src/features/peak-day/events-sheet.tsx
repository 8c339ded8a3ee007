"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { EVENT_KINDS, type PeakDayAnswer, type ServiceEvent } from "@headroom/contract";
import {
  Button,
  Field,
  Form,
  Notice,
  Select,
  Sheet,
  SheetSection,
  SheetTitle,
  TextInput,
} from "@headroom/ui";
import { explainRefusal } from "../../trpc/explain-refusal.ts";
import type { PeakDayPlace } from "./addresses.ts";
import { CompareButton, CompareProblem, useCompareAround } from "./compare-around-event.tsx";
import type { CompareAround } from "./compare-around-event.tsx";
import { clockText } from "./day-words.ts";
import { useTRPC } from "../../trpc/client.tsx";

interface EventsSheetProps {
  peakDay: PeakDayAnswer;
  events: readonly ServiceEvent[];
  mayEdit: boolean;
  place: PeakDayPlace;
  /** For people who may edit. */
  ingestUrl: string;
}

type Kind = ServiceEvent["kind"];
const KIND_WORDS: Record<Kind, string> = {
  deploy: "Deploy",
  scale: "Scaling",
  "cache-flush": "Cache flush",
  failure: "Failure",
  note: "Note",
};

/** What happened during the day, and a line to add what happens now. */
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
  const service = shown.peakDay.service.slug;
  const { remove, ...adding } = useEvents(service);
  const around = useCompareAround(service, ingestUrl);
  return (
    <>
      <EventList {...shown} edited={{ remove, around }} />
      <CompareProblem around={around} />
      <NewEvent {...adding} />
    </>
  );
}

interface Edited {
  remove: (id: string) => void;
  around: CompareAround;
}

function EventList({ peakDay, events, place, edited }: Shown & { edited?: Edited }) {
  if (events.length === 0)
    return (
      <p className="mt-2 text-13 text-ink-2">
        No events yet.{place.kind === "guest" ? "" : " CI can send its deploys here, too."}
      </p>
    );
  return (
    <ul className="mt-3 divide-y divide-line">
      {events.map((event) => (
        <li key={event.id} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-2 text-13">
          <time dateTime={event.at} title={event.at} className="whitespace-nowrap text-ink-3">
            {clockText(event.at, peakDay)}
          </time>
          <span className="min-w-0 flex-1 wrap-anywhere">
            <span className="text-ink-3">{KIND_WORDS[event.kind]}</span> <EventTitle event={event} />
          </span>
          {place.kind === "guest" ? null : (
            <span className="text-12 text-ink-3">
              {event.by ?? "by token"}
              {event.editedAt === null ? "" : ", edited"}
            </span>
          )}
          {edited === undefined ? null : (
            <span className="flex flex-wrap">
              <CompareButton event={event} around={edited.around} />
              <Button
                look="quiet"
                onClick={() => edited.remove(event.id)}
                aria-label={`Delete ${event.title}`}
              >
                Delete
              </Button>
            </span>
          )}
        </li>
      ))}
    </ul>
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

function NewEvent({ add, busy, problem }: Omit<ReturnType<typeof useEvents>, "remove">) {
  const [title, setTitle] = useState("");
  const [kind, setKind] = useState<Kind>("note");
  return (
    <Form
      className="mt-3 grid grid-cols-1 items-end gap-3 wide:grid-cols-[10rem_1fr_auto]"
      onSubmit={(event) => {
        event.preventDefault();
        if (title.trim() !== "")
          void add({ kind, title }).then((added) => (added ? setTitle("") : undefined));
      }}
    >
      <Field label="Kind" required>
        <Select
          options={EVENT_KINDS.map((value) => ({ value, label: KIND_WORDS[value] }))}
          value={kind}
          onChange={setKind}
        />
      </Field>
      <Field label="What happens now" required>
        <TextInput value={title} onChange={setTitle} maxLength={200} autoComplete="off" />
      </Field>
      <Button type="submit" busy={busy} disabled={title.trim() === ""}>
        Add event
      </Button>
      {problem === null ? null : (
        <Notice tone="bad" live className="wide:col-span-3">
          {problem}
        </Notice>
      )}
    </Form>
  );
}

function useEvents(service: string) {
  const trpc = useTRPC();
  const router = useRouter();
  const adding = useMutation(trpc.peakDay.addEvent.mutationOptions());
  const removing = useMutation(trpc.peakDay.deleteEvent.mutationOptions());
  const failed = adding.error ?? removing.error;
  return {
    busy: adding.isPending || removing.isPending,
    problem: failed === null ? null : explainRefusal(failed).words,
    add: async (event: { kind: Kind; title: string }): Promise<boolean> => {
      try {
        await adding.mutateAsync({ service, at: new Date().toISOString(), ...event });
        router.refresh();
        return true;
      } catch {
        return false;
      }
    },
    remove: (eventId: string) => removing.mutate({ service, eventId }, { onSuccess: () => router.refresh() }),
  };
}
