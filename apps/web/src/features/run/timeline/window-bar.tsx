"use client";

import { useState } from "react";
import type { FormEvent } from "react";
import {
  BareButton,
  Button,
  Form,
  Segmented,
  Switch,
  TextInput,
  formatClock,
  textLinkClass,
} from "@headroom/ui";
import { ViewerTime } from "../../shell/viewer-time.tsx";
import { useRunView } from "../view/run-view.tsx";
import type { RunView } from "../view/search-params.ts";
import { useSetSteady } from "./use-set-steady.ts";
import { readWindow } from "../view/window-words.ts";

export interface WindowBarModel {
  kind: "steady" | "whole" | "custom";
  fromSeconds: number;
  toSeconds: number;
  /** The range to choose from; null without a time series, when there is no other window. */
  span: { fromSeconds: number; toSeconds: number } | null;
  hasSteady: boolean;
  /** Whether failed requests are known separately. */
  hasSuccessful: boolean;
  title: string;
  /** Where all and successful requests differ by more than the bound. */
  differing: string | null;
  /** Who set the steady phase, and when; null: it was found. */
  byHand: { by: string | null; at: string } | null;
}

interface WindowBarProps {
  model: WindowBarModel;
  mayEdit: boolean;
  timeZone: string;
}

/** The window and the requests that the whole page shows. */
export function WindowBar({ model, mayEdit, timeZone }: WindowBarProps) {
  const { view, pending, go } = useRunView();
  const { setSteady, setting } = useSetSteady();
  const mayUse = mayEdit && typeof view.window === "object" && view.label === null;
  return (
    <section
      aria-label="Window"
      aria-busy={pending}
      className="mt-5 flex flex-wrap items-center gap-x-5 gap-y-2.5 rounded-sheet border border-line bg-surface px-4 py-2.5 text-13 wide:px-5"
    >
      <WindowChoice hasSteady={model.hasSteady} />
      {model.span === null ? null : (
        <SliceForm key={`${model.fromSeconds} ${model.toSeconds}`} model={model} span={model.span} />
      )}
      <p role="status" className="text-12 text-ink-3">
        {pending ? "Loading" : model.title}
      </p>
      {mayUse ? (
        <Button
          busy={setting}
          onClick={() => setSteady({ from: model.fromSeconds, to: model.toSeconds })}
          title="Judge the run again in this window"
        >
          Use as steady phase
        </Button>
      ) : null}
      {model.byHand ? (
        <SteadyByHand
          byHand={model.byHand}
          timeZone={timeZone}
          onDetect={mayEdit ? () => setSteady(null) : null}
          setting={setting}
        />
      ) : null}
      <div className="flex flex-wrap items-center gap-x-3 wide:ml-auto">
        {model.differing ? <p className="text-12 text-unsure">{model.differing}</p> : null}
        {view.successful ? <p className="hidden print:block">Successful requests only</p> : null}
        <Switch
          label="Successful only"
          className="print:hidden"
          checked={view.successful}
          disabled={!model.hasSuccessful && !view.successful}
          onChange={(successful) => go({ successful })}
        />
      </div>
    </section>
  );
}

/** Nothing to choose if the whole run is the only window. */
function WindowChoice({ hasSteady }: { hasSteady: boolean }) {
  const { view, go } = useRunView();
  const chosen = chosenWindow(view.window, hasSteady);
  const segments = [
    ...(hasSteady ? [{ value: "steady" as const, label: "Steady phase" }] : []),
    { value: "whole" as const, label: "Whole run" },
    ...(chosen === "custom" ? [{ value: "custom" as const, label: "Custom" }] : []),
  ];
  if (segments.length === 1) return null;
  return (
    <div className="flex w-full items-center gap-2.5 wide:w-auto print:hidden">
      <Segmented
        label="Window to show"
        size="small"
        segments={segments}
        value={chosen}
        onChange={(value) => (value === "custom" ? undefined : go({ window: value }))}
      />
    </div>
  );
}

function chosenWindow(window: RunView["window"], hasSteady: boolean): WindowBarModel["kind"] {
  if (typeof window === "object") return "custom";
  return hasSteady ? window : "whole";
}

interface SteadyByHandProps {
  byHand: NonNullable<WindowBarModel["byHand"]>;
  timeZone: string;
  /** Null: this person can only read. */
  onDetect: (() => void) | null;
  setting: boolean;
}

function SteadyByHand({ byHand: { by, at }, timeZone, onDetect, setting }: SteadyByHandProps) {
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-12 text-ink-2">
      <span>
        {by === null ? "Steady phase set manually" : `Steady phase set by ${by}`},{" "}
        <ViewerTime from={at} timeZone={timeZone} />
      </span>
      {onDetect === null ? null : (
        <BareButton disabled={setting} onClick={onDetect} className={`${textLinkClass} py-1 print:hidden`}>
          Detect it automatically
        </BareButton>
      )}
    </p>
  );
}

interface SliceFormProps {
  model: WindowBarModel;
  span: NonNullable<WindowBarModel["span"]>;
}

/** Start and end of a window. One that lies outside the run is explained here and never requested. */
function SliceForm({ model, span }: SliceFormProps) {
  const { go } = useRunView();
  const [from, setFrom] = useState(formatClock(Math.max(model.fromSeconds, 0)));
  const [to, setTo] = useState(formatClock(model.toSeconds));
  const [wrong, setWrong] = useState<string | null>(null);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const typed = readWindow(from, to, span);
    if ("problem" in typed) return setWrong(typed.problem);
    setWrong(null);
    go({ window: typed });
  };
  return (
    <Form onSubmit={onSubmit} className="flex flex-wrap items-center gap-1.5 print:hidden" noValidate>
      <TextInput aria-label="From" value={from} onChange={setFrom} className="w-18! text-right" />
      <span className="text-ink-3">to</span>
      <TextInput aria-label="To" value={to} onChange={setTo} className="w-18! text-right" />
      <Button type="submit">Show</Button>
      {wrong ? (
        <span role="alert" className="text-12 text-bad">
          {wrong}
        </span>
      ) : null}
    </Form>
  );
}
