"use client";

import { describeTargetError, formatTarget, parseTarget } from "@headroom/core";
import { Field, Icon, TextArea } from "@headroom/ui";
import { textLines } from "./upload-form.ts";

interface TargetFieldProps {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** One target a line, each read as it is written: the same grammar as everywhere. */
export function TargetField({ value, error, onChange }: TargetFieldProps) {
  return (
    <div className="flex flex-col gap-2">
      <Field
        label="Targets, one per line"
        hint="Leave empty to use the experiment's targets. Targets you enter become its next version."
        error={error}
      >
        <TextArea
          value={value}
          mono
          rows={3}
          spellCheck={false}
          placeholder={"p99 <= 200 ms\nerror rate <= 0.1%"}
          onChange={onChange}
        />
      </Field>
      <ul aria-label="Targets as Headroom reads them" className="flex flex-col gap-1 text-13">
        {textLines(value).map((text, at) => (
          // Two lines may say the same.
          <ReadTarget key={`${at} ${text}`} text={text} />
        ))}
      </ul>
    </div>
  );
}

function ReadTarget({ text }: { text: string }) {
  const parsed = parseTarget(text);
  if (parsed.ok)
    return (
      <li className="flex gap-2 text-ink-2">
        <Icon name="check" className="mt-0.5 text-good" />
        <span className="min-w-0 [overflow-wrap:anywhere]">{formatTarget(parsed.target)}</span>
      </li>
    );
  const { at, hint } = parsed.error;
  return (
    <li className="flex gap-2 text-bad">
      <Icon name="warning" className="mt-0.5" />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {describeTargetError(parsed.error)}{" "}
        <code className="font-mono text-12 text-ink-2">
          {text.slice(0, at)}
          <mark className="bg-bad-soft text-bad underline">{text.slice(at, at + 1) || " "}</mark>
          {text.slice(at + 1)}
        </code>
        <span className="block text-12 text-ink-3">{hint}</span>
      </span>
    </li>
  );
}
