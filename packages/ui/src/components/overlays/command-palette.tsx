"use client";

import * as RadixDialog from "@radix-ui/react-dialog";
import { Command } from "cmdk";
import { useState } from "react";
import type { ReactNode } from "react";
import clsx from "clsx";
import { modalClass, veilClass } from "./modal-classes.ts";
import { Icon } from "../page/icon.tsx";

export interface PaletteItem {
  /** Unique among all items. */
  id: string;
  title: string;
  /** Muted, behind the title. */
  detail?: string;
  /** At the end of the line: a verdict, or the keys that do the same. */
  end?: ReactNode;
}

export interface PaletteGroup {
  title: string;
  items: readonly PaletteItem[];
}

interface CommandPaletteProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  text: string;
  onText: (text: string) => void;
  groups: readonly PaletteGroup[];
  onChoose: (id: string) => void;
  /** Shown when nothing was found. */
  empty: string;
  busy: boolean;
}

/** Type to search, Enter to open. The caller decides what is offered and in which order. */
export function CommandPalette({ open, onOpenChange, ...found }: CommandPaletteProps) {
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <div className={veilClass}>
          <RadixDialog.Content
            data-modal=""
            aria-modal="true"
            aria-describedby={undefined}
            className={clsx(modalClass, "max-w-[640px] overflow-hidden")}
          >
            <RadixDialog.Title className="sr-only">Find anything</RadixDialog.Title>
            <Found {...found} />
          </RadixDialog.Content>
        </div>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

type FoundProps = Omit<CommandPaletteProps, "open" | "onOpenChange">;

function Found({ text, onText, groups, onChoose, empty, busy }: FoundProps) {
  const nothing = groups.every(({ items }) => items.length === 0);
  const first = groups.find(({ items }) => items.length > 0)?.items[0]?.id ?? "";
  // Later results may become the first item: it stays selected until the reader moves the selection.
  const [marked, setMarked] = useState({ first, id: first });
  return (
    <Command
      label="Find anything"
      shouldFilter={false}
      loop
      value={marked.first === first ? marked.id : first}
      onValueChange={(id) => setMarked({ first, id })}
      className="flex min-h-0 flex-1 flex-col"
    >
      <div className="flex h-12 flex-none items-center gap-3 border-b border-line px-4 text-ink-3">
        <Icon name="search" />
        <Command.Input
          value={text}
          onValueChange={onText}
          maxLength={200}
          placeholder="Search experiments, runs, commits, and pages"
          className="min-w-0 flex-1 bg-transparent text-15 text-ink outline-none placeholder:text-ink-3"
        />
      </div>
      <Command.List aria-busy={busy} className="max-h-[min(512px,68vh)] min-h-24 flex-1 overflow-y-auto p-2">
        {nothing && !busy ? <p className="px-3 py-6 text-13 text-ink-2">{empty}</p> : null}
        {groups.map(({ title, items }) =>
          items.length === 0 ? null : (
            <Command.Group
              key={title}
              heading={title}
              className="text-12 text-ink-3 [&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1"
            >
              {items.map((item) => (
                <PaletteLine key={item.id} item={item} onChoose={onChoose} />
              ))}
            </Command.Group>
          ),
        )}
      </Command.List>
    </Command>
  );
}

function PaletteLine({ item, onChoose }: { item: PaletteItem; onChoose: (id: string) => void }) {
  return (
    <Command.Item
      value={item.id}
      onSelect={() => onChoose(item.id)}
      className="flex min-h-9 cursor-default items-center gap-3 rounded-control px-3 py-1.5 text-13 text-ink data-[selected=true]:bg-neutral-soft"
    >
      <span className="min-w-0 flex-1 truncate" title={item.title}>
        {item.title}
        {item.detail ? <span className="ml-2 text-ink-2">{item.detail}</span> : null}
      </span>
      {item.end}
    </Command.Item>
  );
}
