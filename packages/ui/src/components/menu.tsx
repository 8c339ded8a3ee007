"use client";

import * as RadixMenu from "@radix-ui/react-dropdown-menu";
import { Fragment, useRef, useState } from "react";
import type { ReactNode } from "react";
import clsx from "clsx";
import { buttonClass } from "./button.tsx";
import { floatHome } from "./float-home.ts";
import { Icon } from "./icon.tsx";
import type { IconName } from "./icon.tsx";
import { Kbd } from "./kbd.tsx";
import type { LinkElement } from "./link.ts";

export interface MenuItem {
  label: string;
  icon?: IconName;
  /** A second line, muted. */
  hint?: string;
  /** The key that does the same. */
  shortcut?: string;
  danger?: boolean;
  disabled?: boolean;
  /** The one of several that is in force: it has a tick. */
  current?: boolean;
  /** Either an address or something to do. */
  href?: string;
  onSelect?: () => void;
}

export interface MenuGroup {
  /** Names the group where there are several. */
  title?: string;
  items: readonly MenuItem[];
}

interface MenuProps {
  /** The name of the button, unless its words say it. */
  label?: string;
  trigger: ReactNode;
  groups: readonly MenuGroup[];
  triggerClassName?: string | undefined;
  align?: "start" | "end";
  link?: LinkElement;
}

/** A list of things to do behind one button; groups share hairlines. */
export function Menu({ label, trigger, groups, triggerClassName, align = "end", link }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [home, setHome] = useState<HTMLElement | null>(null);
  return (
    <RadixMenu.Root modal={false} onOpenChange={() => setHome(floatHome(button.current))}>
      <RadixMenu.Trigger ref={button} aria-label={label} className={triggerClassName ?? buttonClass("plain")}>
        {trigger}
      </RadixMenu.Trigger>
      <RadixMenu.Portal container={home}>
        <RadixMenu.Content
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) max-w-80 min-w-50 animate-appear overflow-y-auto rounded-control bg-surface py-1 shadow-float"
        >
          {groups.map(({ title, items }, position) => (
            <Fragment key={title ?? position}>
              {position > 0 ? <RadixMenu.Separator className="my-1 h-px bg-line" /> : null}
              <RadixMenu.Group aria-label={title}>
                {title ? (
                  <RadixMenu.Label className="px-3 pt-1.5 pb-1 text-12 text-ink-3">{title}</RadixMenu.Label>
                ) : null}
                {items.map((item) => (
                  <MenuLine key={item.label} item={item} link={link ?? "a"} />
                ))}
              </RadixMenu.Group>
            </Fragment>
          ))}
        </RadixMenu.Content>
      </RadixMenu.Portal>
    </RadixMenu.Root>
  );
}

function MenuLine({ item, link: Link }: { item: MenuItem; link: LinkElement }) {
  const { label, icon, hint, shortcut, danger = false, disabled = false, current, href, onSelect } = item;
  const className = clsx(
    "flex min-h-9 w-full cursor-pointer items-center gap-2.5 px-3 py-1.5 text-13 outline-none select-none wide:min-h-8",
    "data-highlighted:bg-neutral-soft data-disabled:cursor-default data-disabled:text-ink-3",
    danger ? "text-bad" : "text-ink",
  );
  const content = (
    <>
      {icon ? <Icon name={icon} className={danger ? undefined : "text-ink-3"} /> : null}
      <span className="min-w-0 flex-1">
        <span className={clsx("block truncate", current && "font-semibold")} title={label}>
          {label}
        </span>
        {hint ? <span className="block truncate text-12 text-ink-3">{hint}</span> : null}
      </span>
      {current ? <Icon name="check" /> : null}
      {shortcut ? <Kbd>{shortcut}</Kbd> : null}
    </>
  );
  const shared = { disabled, ...(onSelect ? { onSelect } : {}) };
  if (href === undefined || disabled) {
    return (
      <RadixMenu.Item className={className} {...shared}>
        {content}
      </RadixMenu.Item>
    );
  }
  return (
    <RadixMenu.Item asChild {...shared}>
      <Link href={href} className={className} aria-current={current ? "page" : undefined}>
        {content}
      </Link>
    </RadixMenu.Item>
  );
}
