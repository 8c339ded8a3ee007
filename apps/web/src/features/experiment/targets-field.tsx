"use client";

import { useId, useState } from "react";
import { describeTargetError, formatTarget, parseTarget } from "@headroom/core";
import type { TargetError } from "@headroom/core";
import { Button, Icon, IconButton, TextInput } from "@headroom/ui";

interface TargetsFieldProps {
  targets: readonly string[];
  onChange: (targets: readonly string[]) => void;
  /** Of the last attempt to save. */
  showAll: boolean;
}

/** One line per target, checked while it is typed. A mark shows the character that cannot be read. */
export function TargetsField({ targets, onChange, showAll }: TargetsFieldProps) {
  const lines = targets.length === 0 ? [""] : targets;
  const replace = (at: number, text: string) => onChange(lines.with(at, text));
  return (
    <div>
      <ul className="flex flex-col gap-2">
        {lines.map((text, at) => (
          // A line has no other identity than its place.
          <TargetLine
            key={at}
            position={at + 1}
            text={text}
            showError={showAll}
            onChange={(next) => replace(at, next)}
            onRemove={() => onChange(lines.toSpliced(at, 1))}
          />
        ))}
      </ul>
      <Button className="mt-2" onClick={() => onChange([...lines, ""])}>
        <Icon name="plus" />
        Add a target
      </Button>
    </div>
  );
}

interface TargetLineProps {
  position: number;
  text: string;
  showError: boolean;
  onChange: (text: string) => void;
  onRemove: () => void;
}

function TargetLine({ position, text, showError, onChange, onRemove }: TargetLineProps) {
  const id = useId();
  const [left, setLeft] = useState(false);
  const read = text.trim() === "" ? null : parseTarget(text);
  const told = read !== null && !read.ok && (left || showError);
  return (
    <li>
      <div className="flex items-start gap-1">
        <TextInput
          mono
          aria-label={`Target ${position}`}
          aria-describedby={`${id}-told`}
          {...(told ? { "aria-invalid": true } : {})}
          value={text}
          placeholder="p99 <= 200 ms"
          autoComplete="off"
          spellCheck={false}
          maxLength={2_000}
          onChange={onChange}
          onFocus={() => setLeft(false)}
          onBlur={() => setLeft(true)}
        />
        <IconButton label={`Remove target ${position}`} icon="close" onClick={onRemove} />
      </div>
      <div id={`${id}-told`} role={told ? "alert" : undefined} className="text-12">
        {read === null ? null : read.ok ? (
          <ReadAs text={text} canonical={formatTarget(read.target)} />
        ) : (
          <TargetProblem text={text} error={read.error} strong={told} />
        )}
      </div>
    </li>
  );
}

function ReadAs({ text, canonical }: { text: string; canonical: string }) {
  if (canonical === text.trim()) return null;
  return (
    <span className="mt-1 block text-ink-3">
      read as <span className="font-mono">{canonical}</span>
    </span>
  );
}

interface TargetProblemProps {
  text: string;
  error: TargetError;
  strong: boolean;
}

function TargetProblem({ text, error, strong }: TargetProblemProps) {
  return (
    <span className={strong ? "block text-bad" : "block text-ink-3"}>
      {/* Invisible text up to the character, in the font of the input, so that the mark is below it. */}
      <span
        aria-hidden="true"
        className="block overflow-hidden pl-[11px] font-mono text-13 leading-[14px] whitespace-pre"
      >
        <span className="invisible">{text.slice(0, error.at)}</span>^
      </span>
      <span className="block wrap-anywhere">
        {describeTargetError(error)} {error.hint}
      </span>
    </span>
  );
}
