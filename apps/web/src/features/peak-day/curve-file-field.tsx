"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { CurvePreview, PeakDayAnswer } from "@headroom/contract";
import { clockText } from "@headroom/core";
import {
  Button,
  Field,
  Notice,
  Select,
  Sparkline,
  formatCount,
  formatFigure,
  formatLength,
  formatMillis,
  formatShort,
} from "@headroom/ui";
import { ProblemWords } from "../upload/problem-words.tsx";
import { noTicket } from "../upload/read-problem.ts";
import type { UploadProblem } from "../upload/read-problem.ts";
import { useTickets } from "../upload/use-ticket.ts";
import { CurveChoices } from "./curve-choices.tsx";
import { previewCurve, storeCurve } from "./send-curve.ts";
import type { CurveChoice } from "./send-curve.ts";

interface CurveFileFieldProps {
  peakDay: PeakDayAnswer;
  ingestUrl: string;
}

const NOTHING_SAID: CurveChoice = {
  of: "day",
  series: null,
  unit: null,
  p99: null,
  p99Unit: null,
  errors: null,
  errorsUnit: null,
};

/** A file, what was understood of it, and what people have to say about it. */
export function CurveFileField({ peakDay, ingestUrl }: CurveFileFieldProps) {
  const { asked, preview, problem, busy, look, store } = useCurveFile(peakDay.id, ingestUrl);
  const [of, setOf] = useState("day");
  return (
    <div>
      <Field
        label="Import it from a file"
        required
        hint="CSV with a time column and perhaps columns for p99 and errors, or a query_range response of Prometheus. Nothing is stored before you have seen what was understood."
      >
        <input
          type="file"
          aria-label="Import the throughput from a file"
          disabled={busy}
          className="block w-full text-13 file:mr-3 file:h-9 file:rounded-control file:border file:border-control file:bg-surface file:px-3 file:text-13 file:font-medium"
          onChange={(event) => {
            const [chosen] = event.target.files ?? [];
            if (chosen !== undefined) look({ file: chosen, choice: { ...NOTHING_SAID, of } });
          }}
        />
      </Field>
      <Field label="What the file is about" required className="mt-3">
        <Select
          options={[
            { value: "day", label: "This day" },
            { value: "weeks-before", label: "The weeks before it, which say what is usual" },
          ]}
          value={of}
          onChange={(value) => {
            setOf(value);
            if (asked !== null)
              look({ ...asked, choice: { ...asked.choice, of: value, p99: null, errors: null } });
          }}
        />
      </Field>
      {problem === null ? null : (
        <Notice tone="bad" live className="mt-3">
          <ProblemWords problem={problem} />
        </Notice>
      )}
      {preview === null || asked === null ? null : (
        <Understood
          preview={preview}
          choice={asked.choice}
          peakDay={peakDay}
          busy={busy}
          onChoose={(changes) => look({ ...asked, choice: { ...saidOf(preview, asked.choice), ...changes } })}
          onStore={() => store({ ...asked, choice: saidOf(preview, asked.choice) })}
        />
      )}
    </div>
  );
}

interface Asked {
  file: File;
  choice: CurveChoice;
}

/** With what was understood without being said. */
function saidOf({ chosen, unit }: CurvePreview, choice: CurveChoice): CurveChoice {
  return { ...choice, series: chosen, unit };
}

function useCurveFile(peakDayId: string, ingestUrl: string) {
  const tickets = useTickets();
  const router = useRouter();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [preview, setPreview] = useState<CurvePreview | null>(null);
  const [problem, setProblem] = useState<UploadProblem | null>(null);
  const failed = (found: UploadProblem) => {
    if (found.expired) tickets.drop();
    setProblem(found);
  };
  const onError = (error: Error) => setProblem(noTicket(error));
  const looking = useMutation({
    onError,
    mutationFn: async (given: Asked) =>
      previewCurve({ ...given, ingestUrl, peakDayId, ticket: await tickets.take() }),
    onSuccess: (answer, given) => {
      setAsked(given);
      setProblem(null);
      if ("preview" in answer) return setPreview(answer.preview);
      setPreview(null);
      failed(answer.problem);
    },
  });
  const storing = useMutation({
    onError,
    mutationFn: async (given: Asked) =>
      storeCurve({ ...given, ingestUrl, peakDayId, ticket: await tickets.take() }),
    onSuccess: (answer) => {
      if (answer !== null) return failed(answer.problem);
      setAsked(null);
      setPreview(null);
      router.refresh();
    },
  });
  return {
    asked,
    preview,
    problem,
    busy: looking.isPending || storing.isPending,
    look: looking.mutate,
    store: storing.mutate,
  };
}

interface UnderstoodProps {
  preview: CurvePreview;
  choice: CurveChoice;
  peakDay: PeakDayAnswer;
  busy: boolean;
  onChoose: (changes: Partial<CurveChoice>) => void;
  onStore: () => void;
}

function Understood({ preview, choice, peakDay, busy, onChoose, onStore }: UnderstoodProps) {
  const { figures, p99, errors, notes, problems } = preview;
  return (
    <div className="mt-4 space-y-3 rounded-control border border-line p-4 text-13">
      <CurveChoices preview={preview} choice={choice} onChoose={onChoose} />
      {figures === null ? null : <Figures figures={figures} peakDay={peakDay} />}
      {p99 === null ? null : (
        <p>
          p99 every {formatLength(p99.stepSeconds)}, at most {formatMillis(p99.highestMs)} ms
        </p>
      )}
      {errors === null ? null : <p>{formatCount(errors.failed)} requests failed</p>}
      {notes.length === 0 ? null : (
        <ul className="list-disc space-y-1 pl-5 text-ink-2">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {problems.map(({ message }) => (
        <p key={message} role="alert" className="text-bad">
          {message}
        </p>
      ))}
      <Button look="primary" busy={busy} disabled={problems.length > 0} onClick={onStore}>
        Import
      </Button>
    </div>
  );
}

function Figures({
  figures,
  peakDay,
}: {
  figures: NonNullable<CurvePreview["figures"]>;
  peakDay: PeakDayAnswer;
}) {
  const { points, stepSeconds, from, to, peak, peakAt, requests, holes, drawn, drawnSeconds } = figures;
  return (
    <>
      <Sparkline
        values={withHoles(drawn, drawnSeconds)}
        target={null}
        verdict={null}
        label={`Throughput, with a peak of ${formatFigure(peak)} requests per second`}
      />
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        <dt className="text-ink-3">Peak</dt>
        <dd>
          <b className="font-semibold">{formatFigure(peak)} req/s</b> at {clockText(peakAt, peakDay)}
        </dd>
        <dt className="text-ink-3">From, to</dt>
        <dd>
          {clockText(from, peakDay)} to {clockText(to, peakDay)}, a value every {formatLength(stepSeconds)}
        </dd>
        <dt className="text-ink-3">Requests</dt>
        <dd>
          {formatShort(requests)} in {formatCount(points)} points
        </dd>
        <dt className="text-ink-3">Holes</dt>
        <dd>
          {holes.count === 0
            ? "none"
            : `${formatCount(holes.count)}, ${formatLength(holes.seconds)} together. They stay empty.`}
        </dd>
      </dl>
    </>
  );
}

/** A hole is missing, neither zero nor bridged. */
function withHoles(drawn: readonly (readonly [number, number])[], seconds: number): (number | null)[] {
  return drawn.flatMap(([second, rate], index) => {
    const before = drawn[index - 1]?.[0] ?? second - seconds;
    const missing = Math.max(0, Math.round((second - before) / seconds) - 1);
    return [...Array.from<null>({ length: missing }).fill(null), rate];
  });
}
