"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { PeakDayAnswer } from "@headroom/contract";
import { clockText } from "@headroom/core";
import {
  Button,
  Field,
  Form,
  Notice,
  Sheet,
  SheetSection,
  SheetTitle,
  TextArea,
  formatCount,
  formatFigure,
} from "@headroom/ui";
import { explainRefusal } from "../../trpc/explain-refusal.ts";
import { useTRPC } from "../../trpc/client.tsx";
import { CurveFileField } from "./curve-file-field.tsx";
import { readTyped } from "./read-typed.ts";

interface CurveSheetProps {
  peakDay: PeakDayAnswer;
  ingestUrl: string;
}

/** Where the throughput of the day comes from if it isn't live traffic. */
export function CurveSheet({ peakDay, ingestUrl }: CurveSheetProps) {
  const { curve, weeksBefore } = peakDay;
  return (
    <Sheet label="Where the throughput comes from" className="mt-5">
      <SheetSection>
        <SheetTitle>Where the throughput comes from</SheetTitle>
        {curve === null ? (
          <p className="mt-2 max-w-[72ch] text-13 text-ink-2">
            From the live traffic of {peakDay.service.name}. If Headroom didn&apos;t see this day, import it
            from a file, or draw it through a few points.
          </p>
        ) : (
          <Imported peakDay={peakDay} curve={curve} of="day" />
        )}
        {weeksBefore === null ? null : <Imported peakDay={peakDay} curve={weeksBefore} of="weeks-before" />}
        <div className="mt-4 grid grid-cols-1 gap-6 desk:grid-cols-2">
          <CurveFileField peakDay={peakDay} ingestUrl={ingestUrl} />
          <TypedField peakDay={peakDay} />
        </div>
      </SheetSection>
    </Sheet>
  );
}

interface ImportedProps {
  peakDay: PeakDayAnswer;
  curve: NonNullable<PeakDayAnswer["curve"]>;
  of: "day" | "weeks-before";
}

function Imported({ peakDay, curve, of }: ImportedProps) {
  const trpc = useTRPC();
  const router = useRouter();
  const remove = useMutation(trpc.peakDay.deleteCurve.mutationOptions());
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2 text-13 text-ink-2">
      <p>
        {of === "day" ? "This day" : "The weeks before it"}:{" "}
        {curve.source === "file" ? "imported from a file" : "drawn by hand"}, {formatCount(curve.points)}{" "}
        points{curve.hasP99 ? ", with p99" : ""}
        {curve.hasErrors ? ", with errors" : ""}, peak {formatFigure(curve.peak)} req/s at{" "}
        {clockText(curve.peakAt, peakDay)}.
      </p>
      <Button
        look="quiet"
        busy={remove.isPending}
        onClick={() => remove.mutate({ id: peakDay.id, of }, { onSuccess: () => router.refresh() })}
      >
        Use live traffic instead
      </Button>
      {remove.error === null ? null : (
        <p role="alert" className="text-bad">
          {explainRefusal(remove.error).words}
        </p>
      )}
    </div>
  );
}

function TypedField({ peakDay }: { peakDay: PeakDayAnswer }) {
  const trpc = useTRPC();
  const router = useRouter();
  const [text, setText] = useState("");
  const save = useMutation(trpc.peakDay.typeCurve.mutationOptions());
  const read = readTyped(text, peakDay);
  const refused = save.error === null ? undefined : explainRefusal(save.error).words;
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        if (read.problem !== null) return;
        save.mutate(
          { id: peakDay.id, points: read.points },
          {
            onSuccess: () => {
              setText("");
              router.refresh();
            },
          },
        );
      }}
    >
      <Field
        label="Draw it through a few points"
        required
        hint={`A time in ${peakDay.timeZone} and requests per second on each line. Lines are drawn between them.`}
        error={refused ?? (text === "" ? undefined : (read.problem ?? undefined))}
      >
        <TextArea
          value={text}
          onChange={setText}
          mono
          rows={4}
          placeholder={"00:00 150\n08:00 900\n23:59 300"}
        />
      </Field>
      <Button type="submit" className="mt-3" busy={save.isPending} disabled={read.problem !== null}>
        Draw
      </Button>
      {save.isSuccess && text === "" ? (
        <Notice tone="good" live className="mt-3">
          The day is drawn through these points.
        </Notice>
      ) : null}
    </Form>
  );
}
