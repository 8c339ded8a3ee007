"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { OwnSourceInput } from "@headroom/contract";
import { DataList, Notice, Sheet, SheetSection, SheetTitle, Table, formatCount } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";
import { explainRefusal } from "../../trpc/explain-refusal.ts";
import { preparePreview } from "./prepare-preview.ts";
import type { PreviewModel } from "./prepare-preview.ts";
import { useEffect, useState } from "react";

interface SourcePreviewProps {
  service: string;
  /** Null: the form isn't complete. */
  source: OwnSourceInput | null;
}

const TYPING_MILLIS = 400;

/** What the source would make of the series that arrived last. */
export function SourcePreview({ service, source }: SourcePreviewProps) {
  const { error, answer, kind } = usePreview(service, source);
  return (
    <Sheet labelledBy="preview" className="self-start">
      <SheetSection>
        <SheetTitle id="preview">Preview</SheetTitle>
        <div aria-live="polite" className="mt-1 text-13">
          {error === null ? null : <Notice tone="bad">{error}</Notice>}
          {error === null && answer === null ? (
            <p className="text-ink-2">
              Enter a name and a metric to see what the source would count of the series that arrived last.
            </p>
          ) : null}
          {answer === null ? null : <Answer model={preparePreview(answer, kind)} />}
        </div>
      </SheetSection>
      {answer === null || answer.labels.length === 0 ? null : (
        <Labels labels={answer.labels} total={answer.labelsTotal} />
      )}
    </Sheet>
  );
}

function usePreview(service: string, source: OwnSourceInput | null) {
  const trpc = useTRPC();
  const text = useSettled(source === null ? null : JSON.stringify(source), TYPING_MILLIS);
  const settled = text === null ? null : (JSON.parse(text) as OwnSourceInput);
  const asked = useQuery({
    ...trpc.mapping.preview.queryOptions({ service, source: settled ?? NOTHING }),
    enabled: settled !== null,
    placeholderData: keepPreviousData,
  });
  const error = asked.isError && settled !== null ? explainRefusal(asked.error).words : null;
  return {
    error,
    answer: settled === null || error !== null ? null : (asked.data ?? null),
    kind: settled?.kind ?? "requests",
  };
}

function Answer({ model: { sentence, isProblem, facts } }: { model: PreviewModel }) {
  return (
    <>
      {isProblem ? <Notice tone="bad">{sentence}</Notice> : <p className="font-medium">{sentence}</p>}
      {facts.length === 0 ? null : <DataList className="mt-3" items={facts} />}
    </>
  );
}

const NOTHING: OwnSourceInput = {
  name: "-",
  kind: "gauge",
  parts: [{ metric: "-", field: null, matchers: [] }],
  unit: null,
  percent: false,
};

function Labels({ labels, total }: { labels: readonly { label: string; series: number }[]; total: number }) {
  return (
    <Table
      narrow="scroll"
      label={total > labels.length ? `The first ${formatCount(labels.length)} labels` : "Labels"}
    >
      <thead>
        <tr>
          <th scope="col">Label</th>
          <th scope="col" className="right">
            Series
          </th>
        </tr>
      </thead>
      <tbody>
        {labels.map(({ label, series }) => (
          <tr key={label}>
            <th scope="row" dir="auto" className="font-normal wrap-anywhere">
              {label}
            </th>
            <td className="right">{formatCount(series)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** The value as it was when it had not changed for a while. */
function useSettled<Value>(value: Value, millis: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), millis);
    return () => clearTimeout(timer);
  }, [value, millis]);
  return settled;
}
