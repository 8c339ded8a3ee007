"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { CHANNEL_EVENTS, CHANNEL_KINDS, PAGED_EVENTS, PAGER_KEYS } from "@headroom/contract";
import type { ChannelAnswer, ChannelEvent, ChannelKind } from "@headroom/contract";
import { Checkbox, Field, Select, TextInput } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";
import { FormDialog } from "../settings/form-dialog.tsx";
import { FreshDialog } from "../settings/fresh-dialog.tsx";
import type { OpenDialog } from "../settings/fresh-dialog.tsx";
import { formProblem, problemAt } from "../shell/form-problem.ts";
import type { FormProblem } from "../shell/form-problem.ts";
import { EVENT_WORDS, KIND_WORDS, URL_HINTS } from "./notification-words.ts";

interface ChannelFormProps {
  services: readonly { slug: string; name: string }[];
  /** Null: a new one. */
  channel: ChannelAnswer | null;
}

/** A button that opens the form of a new channel, or of one that exists. */
export function ChannelForm({ services, channel }: ChannelFormProps) {
  const about =
    channel === null
      ? { label: "New channel" }
      : { label: "Edit", fullLabel: `Edit ${channel.name}`, look: "quiet" as const };
  return (
    <FreshDialog {...about}>
      {(dialog) => <ChannelDialog services={services} channel={channel} {...dialog} />}
    </FreshDialog>
  );
}

interface Values {
  name: string;
  kind: ChannelKind;
  url: string;
  service: string;
  events: readonly ChannelEvent[];
}

const ALL_SERVICES = "";
/** Someone who wants to hear of every run says so. */
const NEW: Values = {
  name: "",
  kind: "webhook",
  url: "",
  service: ALL_SERVICES,
  events: ["run.regressed", "run.recovered"],
};

function ChannelDialog({ services, channel, open, onOpenChange }: ChannelFormProps & OpenDialog) {
  const [values, setValues] = useState<Values>(() =>
    channel === null
      ? NEW
      : {
          name: channel.name,
          kind: channel.kind,
          url: "",
          service: channel.service?.slug ?? ALL_SERVICES,
          events: channel.events,
        },
  );
  const change = (changes: Partial<Values>) => setValues((before) => ({ ...before, ...changes }));
  const { save, busy, error } = useSave(channel, () => onOpenChange(false));
  const problem = formProblem(error, ["name", "url"]);
  const urlGiven = channel?.kind === values.kind || values.url.trim() !== "";
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={channel === null ? "New channel" : `Edit “${channel.name}”`}
      action={channel === null ? "Create channel" : "Save channel"}
      busy={busy}
      ready={values.name.trim() !== "" && urlGiven && values.events.length > 0}
      onSend={() => save(values)}
      problem={problemAt(problem, null)}
    >
      <ChannelFields {...{ services, channel, values, change, problem }} />
    </FormDialog>
  );
}

interface ChannelFieldsProps extends ChannelFormProps {
  values: Values;
  change: (changes: Partial<Values>) => void;
  problem: FormProblem | null;
}

const KINDS = CHANNEL_KINDS.map((kind) => ({ value: kind, label: KIND_WORDS[kind] }));

function ChannelFields({ services, channel, values, change, problem }: ChannelFieldsProps) {
  const isKept = channel !== null && channel.kind === values.kind;
  return (
    <>
      <Field label="Name" required error={problemAt(problem, "name")}>
        <TextInput
          value={values.name}
          onChange={(name) => change({ name })}
          maxLength={200}
          autoComplete="off"
        />
      </Field>
      <Field label="Kind" required>
        <Select
          options={KINDS}
          value={values.kind}
          onChange={(kind) =>
            change({ kind, events: values.events.filter((one) => offered(kind).includes(one)) })
          }
        />
      </Field>
      <Field
        label="Webhook URL"
        required={!isKept}
        hint={
          isKept
            ? `Leave it empty to keep the current one, at ${channel.origin}.`
            : `${URL_HINTS[values.kind]} Nobody can read the URL here later.`
        }
        error={problemAt(problem, "url")}
      >
        <TextInput
          value={values.url}
          onChange={(url) => change({ url })}
          maxLength={2_000}
          autoComplete="off"
        />
      </Field>
      <Field label="Service" required>
        <Select
          options={[
            { value: ALL_SERVICES, label: "All services" },
            ...services.map(({ slug, name }) => ({ value: slug, label: name })),
          ]}
          value={values.service}
          onChange={(service) => change({ service })}
        />
      </Field>
      <EventsField kind={values.kind} events={values.events} onChange={(events) => change({ events })} />
    </>
  );
}

function useSave(channel: ChannelAnswer | null, onSuccess: () => void) {
  const trpc = useTRPC();
  const create = useMutation(trpc.notification.create.mutationOptions({ onSuccess }));
  const update = useMutation(trpc.notification.update.mutationOptions({ onSuccess }));
  return {
    busy: create.isPending || update.isPending,
    error: create.error ?? update.error,
    save: ({ name, kind, url, service, events }: Values) => {
      const fields = {
        name,
        kind,
        events: [...events],
        service: service === ALL_SERVICES ? null : service,
      };
      if (channel === null) return create.mutate({ ...fields, url });
      const { id, version } = channel;
      update.mutate({ ...fields, id, version, ...(url.trim() === "" ? {} : { url }) });
    },
  };
}

/** Nobody is paged for a run. */
function offered(kind: ChannelKind): readonly ChannelEvent[] {
  return PAGER_KEYS[kind] === undefined ? CHANNEL_EVENTS : PAGED_EVENTS;
}

interface EventsFieldProps {
  kind: ChannelKind;
  events: readonly ChannelEvent[];
  onChange: (events: readonly ChannelEvent[]) => void;
}

function EventsField({ kind, events, onChange }: EventsFieldProps) {
  return (
    <fieldset>
      <legend className="text-12 text-ink-2">Send a message when</legend>
      {offered(kind).map((event) => (
        <Checkbox
          key={event}
          label={EVENT_WORDS[event].label}
          hint={EVENT_WORDS[event].hint}
          checked={events.includes(event)}
          onChange={(checked) =>
            onChange(checked ? [...events, event] : events.filter((one) => one !== event))
          }
        />
      ))}
    </fieldset>
  );
}
