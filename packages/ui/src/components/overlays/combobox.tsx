"use client";

import * as RadixPopover from "@radix-ui/react-popover";
import { useId, useRef, useState } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import { floatHome } from "./float-home.ts";
import { TextInput } from "../fields/text-input.tsx";
import { ComboboxList, lineIdOf } from "./combobox-list.tsx";
import type { ComboboxGroup, ComboboxOption } from "./combobox-list.tsx";

interface ComboboxProps {
  value: string;
  /** Gets what is typed. */
  onChange: (value: string) => void;
  groups: readonly ComboboxGroup[];
  onChoose: (id: string) => void;
  /** Names the list. */
  listLabel: string;
  /** Below the options: how many more there are. */
  foot?: ReactNode;
  placeholder?: string;
  maxLength?: number;
  disabled?: boolean;
}

/**
 * A text field that offers options for what is typed. The caller searches. What is typed stays, whether or not an
 * option is chosen, and before its scripts run it is an ordinary text field.
 */
export function Combobox({ groups, onChange, onChoose, listLabel, foot, ...input }: ComboboxProps) {
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [home, setHome] = useState<HTMLElement | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [markedId, setMarked] = useState<string | null>(null);
  const options = groups.flatMap((group) => group.options);
  const shown = isOpen && options.length > 0;
  const marked = shown ? options.findIndex(({ id }) => id === markedId) : -1;
  const open = () => setOpen(true);
  const close = () => {
    setOpen(false);
    setMarked(null);
  };
  const choose = ({ id }: ComboboxOption) => {
    close();
    onChoose(id);
  };
  const onKeyDown = keysOf({ options, shown, marked, open, close, choose, mark: setMarked });
  return (
    <RadixPopover.Root open={shown} onOpenChange={(next) => (next ? open() : close())}>
      <RadixPopover.Anchor asChild>
        <span className="block">
          <TextInput
            ref={field}
            role="combobox"
            aria-autocomplete="list"
            aria-haspopup="listbox"
            aria-expanded={shown}
            aria-controls={listId}
            {...(marked < 0 ? {} : { "aria-activedescendant": lineIdOf(listId, marked) })}
            autoComplete="off"
            onFocus={({ currentTarget }) => setHome(floatHome(currentTarget))}
            onClick={open}
            onBlur={close}
            onKeyDown={onKeyDown}
            onChange={(text) => {
              open();
              setMarked(null);
              onChange(text);
            }}
            {...input}
          />
        </span>
      </RadixPopover.Anchor>
      <RadixPopover.Portal container={home}>
        <RadixPopover.Content
          role="presentation"
          align="start"
          sideOffset={4}
          collisionPadding={8}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          onEscapeKeyDown={(event) => event.preventDefault()}
          onInteractOutside={(event) => {
            if (event.target instanceof Node && field.current?.contains(event.target)) event.preventDefault();
          }}
          className="z-50 flex max-h-[min(360px,var(--radix-popover-content-available-height))] w-(--radix-popover-trigger-width) animate-appear flex-col overflow-hidden rounded-control bg-surface shadow-float"
        >
          <ComboboxList id={listId} label={listLabel} groups={groups} marked={marked} onChoose={choose} />
          {foot === undefined || foot === null ? null : (
            <p className="flex-none border-t border-line px-3 py-1.5 text-12 text-ink-3">{foot}</p>
          )}
        </RadixPopover.Content>
      </RadixPopover.Portal>
    </RadixPopover.Root>
  );
}

interface Keys {
  options: readonly ComboboxOption[];
  shown: boolean;
  marked: number;
  open: () => void;
  close: () => void;
  choose: (option: ComboboxOption) => void;
  mark: (id: string | null) => void;
}

/** Arrows mark an option, Enter chooses it, Escape closes the list and leaves what is typed. */
function keysOf({ options, shown, marked, open, close, choose, mark }: Keys) {
  const move = (event: KeyboardEvent, by: 1 | -1) => {
    event.preventDefault();
    if (!shown) open();
    if (event.altKey || options.length === 0) return;
    const from = marked < 0 && by < 0 ? options.length : marked;
    mark(options[(from + by + options.length) % options.length]?.id ?? null);
  };
  return (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown") move(event, 1);
    if (event.key === "ArrowUp") move(event, -1);
    if (!shown) return;
    const option = options[marked];
    if (event.key === "Enter") {
      event.preventDefault();
      if (option === undefined) close();
      else choose(option);
    }
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      close();
    }
  };
}
