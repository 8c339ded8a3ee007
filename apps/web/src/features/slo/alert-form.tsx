"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useId, useState } from "react";
import type { SloAlertAnswer } from "@headroom/contract";
import { Button, Field, Form, TextInput } from "@headroom/ui";
import { explainRefusal } from "../../trpc/explain-refusal.ts";
import { useTRPC } from "../../trpc/client.tsx";
import { TimeZoneList } from "../shell/form-part.tsx";
import { alertInputOf, alertValuesOf } from "./alert-values.ts";
import type { AlertValues } from "./alert-values.ts";
import { SigningKey } from "./signing-key.tsx";

interface AlertFormProps {
  sloId: string;
  alert: SloAlertAnswer;
  timeZone: string;
  mayManage: boolean;
}

/** Who is notified, and when not. */
export function AlertForm({ sloId, alert, timeZone, mayManage }: AlertFormProps) {
  const [values, setValues] = useState(() => alertValuesOf(alert, timeZone));
  const { save, test, busy, said } = useAlert(sloId);
  const isOn = alert.emails.length > 0 || alert.webhookUrl !== null;
  return (
    <Form
      className="border-t border-line"
      onSubmit={(event) => {
        event.preventDefault();
        save(values);
      }}
    >
      <AlertFields
        values={values}
        onChange={(changes) => setValues((before) => ({ ...before, ...changes }))}
      />
      {alert.webhookUrl === null ? null : (
        <SigningKey alert={alert} timeZone={timeZone} mayReplace={mayManage} />
      )}
      <div className="flex flex-wrap items-center gap-2 border-t border-line px-4 py-3.5 wide:px-5">
        <Button type="submit" busy={busy}>
          Save alerts
        </Button>
        {isOn ? (
          <Button look="quiet" disabled={busy} onClick={test}>
            Send a test
          </Button>
        ) : null}
        <span role="status" className={`text-13 ${said?.bad === true ? "text-bad" : "text-ink-2"}`}>
          {said?.words}
        </span>
      </div>
    </Form>
  );
}

function useAlert(sloId: string) {
  const trpc = useTRPC();
  const router = useRouter();
  const [said, say] = useState<{ words: string; bad: boolean } | null>(null);
  const onError = (error: unknown) => say({ words: explainRefusal(error).words, bad: true });
  const set = useMutation(
    trpc.slo.setAlert.mutationOptions({
      onError,
      onSuccess: () => {
        say({ words: "Saved.", bad: false });
        router.refresh();
      },
    }),
  );
  const send = useMutation(
    trpc.slo.testAlert.mutationOptions({
      onError,
      onSuccess: () => say({ words: "The test is on its way.", bad: false }),
    }),
  );
  return {
    said,
    busy: set.isPending || send.isPending,
    save: (values: AlertValues) => set.mutate({ id: sloId, ...alertInputOf(values) }),
    test: () => send.mutate({ id: sloId }),
  };
}

interface AlertFieldsProps {
  values: AlertValues;
  onChange: (changes: Partial<AlertValues>) => void;
}

function AlertFields({ values, onChange }: AlertFieldsProps) {
  const list = useId();
  return (
    <div className="grid grid-cols-1 gap-x-5 gap-y-4 px-4 py-4 wide:grid-cols-2 wide:px-5">
      <Field label="Emails" hint="At most 10, separated by commas.">
        <TextInput
          value={values.emails}
          onChange={(emails) => onChange({ emails })}
          maxLength={3_000}
          autoComplete="off"
        />
      </Field>
      <Field label="Webhook URL" hint="Gets a signed POST with JSON.">
        <TextInput
          value={values.webhookUrl}
          onChange={(webhookUrl) => onChange({ webhookUrl })}
          maxLength={2_000}
          autoComplete="off"
        />
      </Field>
      <div className="grid grid-cols-2 gap-x-5">
        <Field label="Quiet from">
          <TextInput type="time" value={values.quietFrom} onChange={(quietFrom) => onChange({ quietFrom })} />
        </Field>
        <Field label="Quiet until">
          <TextInput type="time" value={values.quietTo} onChange={(quietTo) => onChange({ quietTo })} />
        </Field>
      </div>
      <Field
        label="Time zone of the quiet hours"
        hint="Alerts that are still open are sent when quiet hours end."
      >
        <TextInput
          value={values.quietZone}
          onChange={(quietZone) => onChange({ quietZone })}
          maxLength={100}
          autoComplete="off"
          list={list}
        />
      </Field>
      <TimeZoneList id={list} />
    </div>
  );
}
