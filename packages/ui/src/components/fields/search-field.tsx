"use client";

import { useEffect } from "react";
import clsx from "clsx";
import { Icon } from "../page/icon.tsx";
import { useEarlyText } from "./text-input.tsx";

interface SearchFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** The key that brings the focus here from anywhere on the page. */
  shortcut?: string;
  className?: string | undefined;
}

export function SearchField({ label, value, onChange, shortcut, className }: SearchFieldProps) {
  const field = useEarlyText<HTMLInputElement>(value, onChange);
  useEffect(() => {
    if (shortcut === undefined) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== shortcut || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
        return;
      event.preventDefault();
      field.current?.focus();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [shortcut, field]);
  return (
    <label
      className={clsx(
        "flex h-9 items-center gap-2 rounded-control border border-line-strong bg-surface pr-2 pl-2.5 text-13 text-ink-3 wide:h-8 print:hidden",
        "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent",
        className,
      )}
    >
      <Icon name="search" />
      <span className="sr-only">{label}</span>
      <input
        ref={field}
        type="search"
        value={value}
        placeholder={label}
        maxLength={200}
        onChange={(event) => onChange(event.target.value)}
        className="min-w-0 flex-1 bg-transparent text-ink outline-none placeholder:text-ink-3"
      />
      {shortcut && value === "" ? (
        <kbd
          aria-hidden="true"
          className="hidden rounded-chip border border-line-strong px-[5px] font-mono text-11 text-ink-3 wide:block"
        >
          {shortcut}
        </kbd>
      ) : null}
    </label>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
