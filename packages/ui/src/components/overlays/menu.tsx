"use client";

import { useId, useRef, useState } from "react";
import type { KeyboardEvent, PointerEvent, ReactNode } from "react";
import { BareButton } from "../fields/bare-button.tsx";
import { buttonClass } from "../fields/button.tsx";
import type { LinkElement } from "../page/link.ts";
import { latePart } from "./late-part.ts";
import type { MenuGroup } from "./menu-items.ts";

interface MenuProps {
  /** The name of the button, unless its words say it. */
  label?: string;
  trigger: ReactNode;
  groups: readonly MenuGroup[];
  triggerClassName?: string | undefined;
  align?: "start" | "end";
  link?: LinkElement;
}

const useMenuList = latePart(() => import("./menu-list.tsx").then(({ MenuList }) => MenuList));

const OPENING_KEYS = ["Enter", " ", "ArrowDown"];

/**
 * A list of things to do behind one button; groups share hairlines. The list loads when the button is first pointed at
 * or focused: most menus of a page stay closed.
 */
export function Menu({ label, trigger, groups, triggerClassName, align = "end", link = "a" }: MenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [openedByKey, setOpenedByKey] = useState(false);
  const [List, load] = useMenuList();
  const fetchList = () => void load().catch(() => undefined);
  const change = (next: boolean, byKey: boolean) => {
    fetchList();
    setOpenedByKey(byKey);
    setOpen(next);
  };
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0 || event.ctrlKey) return;
    // The focus goes into the list, and not to the button first.
    if (!open) event.preventDefault();
    change(!open, false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!OPENING_KEYS.includes(event.key)) return;
    event.preventDefault();
    change(event.key === "ArrowDown" || !open, true);
  };
  return (
    <>
      <BareButton
        ref={button}
        id={`${id}button`}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        className={triggerClassName ?? buttonClass("plain")}
        onPointerEnter={fetchList}
        onFocus={fetchList}
        onPointerDown={onPointerDown}
        onKeyDown={onKeyDown}
      >
        {trigger}
      </BareButton>
      {List ? (
        <List
          id={id}
          button={button}
          labelledBy={`${id}button`}
          open={open}
          openedByKey={openedByKey}
          onOpenChange={setOpen}
          groups={groups}
          align={align}
          link={link}
        />
      ) : null}
    </>
  );
}
