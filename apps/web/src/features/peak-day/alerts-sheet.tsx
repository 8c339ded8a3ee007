"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { PeakDayAlertAnswer, PeakDayView } from "@headroom/contract";
import { clockText, MINUTE_MILLIS } from "@headroom/core";
import { plural } from "@headroom/core/format";
import { Button, Select, Sheet, SheetSection, SheetTitle, textLinkClass } from "@headroom/ui";
import { explainRefusal } from "../../trpc/explain-refusal.ts";
import { useTRPC } from "../../trpc/client.tsx";
import { AppLink } from "../shell/app-link.tsx";
import { NotLoaded } from "../shell/not-loaded.tsx";
import { ALERT_WORDS, FIRST_WAITS, SILENCES } from "./alert-words.ts";

interface AlertsSheetProps {
  peakDay: PeakDayView["peakDay"];
  mayEdit: boolean;
}

const EVERY_MILLIS = MINUTE_MILLIS / 2;

/** What channels were told of the day, who looks into it, and whether they are told anything. */
export function AlertsSheet({ peakDay, mayEdit }: AlertsSheetProps) {
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery({
    ...trpc.peakDay.alert.queryOptions({ id: peakDay.id }),
    refetchInterval: EVERY_MILLIS,
  });
  if (data === undefined && error === null) return null;
  return (
    <Sheet label="Alerts" className="mt-5">
      <SheetSection>
        <SheetTitle>Alerts</SheetTitle>
        {data === undefined ? (
          <NotLoaded onRetry={() => void refetch()}>Couldn't load the alerts.</NotLoaded>
        ) : (
          <div className="mt-2 flex flex-col gap-3 text-13 text-ink-2">
            <State alert={data} peakDay={peakDay} />
            <Told alert={data} peakDay={peakDay} />
            {mayEdit ? <Actions alert={data} peakDay={peakDay} /> : null}
          </div>
        )}
      </SheetSection>
    </Sheet>
  );
}

interface PartProps {
  alert: PeakDayAlertAnswer;
  peakDay: PeakDayView["peakDay"];
}

function State({ alert, peakDay }: PartProps) {
  const { state, since, checkedAt, acknowledgedAt, acknowledgedBy } = alert;
  if (checkedAt === null) return <p>The day is watched while it runs.</p>;
  if (state === "calm" || since === null) return <p>Nothing is wrong.</p>;
  return (
    <p>
      <b className="font-semibold text-ink">{ALERT_WORDS[state]}</b>, noticed at {clockText(since, peakDay)}
      {acknowledgedAt === null
        ? ""
        : `, acknowledged${acknowledgedBy === null ? "" : ` by ${acknowledgedBy}`} at ${clockText(acknowledgedAt, peakDay)}`}
      .
    </p>
  );
}

function Told({ alert: { channels, silencedUntil, silencedBy }, peakDay }: PartProps) {
  if (silencedUntil !== null)
    return (
      <p>
        Nobody is notified until {clockText(silencedUntil, peakDay)}
        {silencedBy === null ? "" : `, silenced by ${silencedBy}`}.
      </p>
    );
  if (channels > 0)
    return (
      <p>
        {plural(channels, "channel")} {channels === 1 ? "is" : "are"} notified when something goes wrong, and
        once it is over.
      </p>
    );
  return (
    <p>
      Nobody is notified when something goes wrong. Owners can change that under{" "}
      <AppLink href="/settings/notifications" className={textLinkClass}>
        Notifications
      </AppLink>
      .
    </p>
  );
}

function Actions({ alert, peakDay: { id } }: PartProps) {
  const trpc = useTRPC();
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries(trpc.peakDay.alert.queryFilter({ id }));
  const acknowledge = useMutation(trpc.peakDay.acknowledge.mutationOptions({ onSuccess }));
  const set = useMutation(trpc.peakDay.setAlert.mutationOptions({ onSuccess }));
  const { minutes, silencedUntil } = alert;
  const error = acknowledge.error ?? set.error;
  const silence = (length: string) => {
    const until = new Date(Date.now() + Number(length) * MINUTE_MILLIS);
    set.mutate({ id, minutes, silencedUntil: until.toISOString() });
  };
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {alert.state !== "calm" && alert.acknowledgedAt === null ? (
          <Button busy={acknowledge.isPending} onClick={() => acknowledge.mutate({ id })}>
            Acknowledge
          </Button>
        ) : null}
        {silencedUntil === null ? (
          <label className="flex items-center gap-2" htmlFor="silence">
            Planned work
            <Select id="silence" options={SILENCES} value="" onChange={silence} />
          </label>
        ) : (
          <Button busy={set.isPending} onClick={() => set.mutate({ id, minutes, silencedUntil: null })}>
            End the silence
          </Button>
        )}
        <label className="flex items-center gap-2" htmlFor="alert-minutes">
          Notify
          <Select
            id="alert-minutes"
            options={FIRST_WAITS}
            value={String(minutes)}
            onChange={(chosen) => set.mutate({ id, silencedUntil, minutes: Number(chosen) })}
          />
        </label>
      </div>
      {error === null ? null : (
        <p role="alert" className="text-12 text-bad">
          {explainRefusal(error).words}
        </p>
      )}
    </>
  );
}
