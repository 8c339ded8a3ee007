import * as RadixMenu from "@radix-ui/react-dropdown-menu";
import { Fragment, useImperativeHandle, useRef, useState } from "react";
import type { FocusEvent, Ref, RefObject } from "react";
import clsx from "clsx";
import { floatHome } from "./float-home.ts";
import { Icon } from "../page/icon.tsx";
import { Kbd } from "../page/kbd.tsx";
import type { LinkElement } from "../page/link.ts";
import type { MenuGroup, MenuItem } from "./menu-items.ts";

interface MenuListProps {
  id: string;
  button: RefObject<HTMLButtonElement | null>;
  labelledBy: string;
  open: boolean;
  /** Whether a key opened it before it was loaded. */
  openedByKey: boolean;
  onOpenChange: (open: boolean) => void;
  groups: readonly MenuGroup[];
  align: "start" | "end";
  link: LinkElement;
}

/** What a menu's button opens. */
export function MenuList(props: MenuListProps) {
  const { id, button, labelledBy, open, openedByKey, onOpenChange, groups, align, link } = props;
  const [home] = useState(() => floatHome(button.current));
  const firstIsDue = useRef(openedByKey);
  const onFocus = ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
    if (!firstIsDue.current || target !== currentTarget) return;
    firstIsDue.current = false;
    currentTarget.querySelector<HTMLElement>("[role=menuitem]:not([data-disabled])")?.focus();
  };
  return (
    <RadixMenu.Root modal={false} open={open} onOpenChange={onOpenChange}>
      <RadixMenu.Trigger asChild>
        <ButtonElsewhere button={button} />
      </RadixMenu.Trigger>
      <RadixMenu.Portal container={home}>
        <RadixMenu.Content
          id={id}
          aria-labelledby={labelledBy}
          onFocus={onFocus}
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
                  <MenuLine key={item.label} item={item} link={link} />
                ))}
              </RadixMenu.Group>
            </Fragment>
          ))}
        </RadixMenu.Content>
      </RadixMenu.Portal>
    </RadixMenu.Root>
  );
}

/** Places the list at the button and returns focus to it, although the button is not part of the menu. */
function ButtonElsewhere({
  button,
  ref,
}: Pick<MenuListProps, "button"> & { ref?: Ref<HTMLButtonElement | null> }) {
  useImperativeHandle<HTMLButtonElement | null, HTMLButtonElement | null>(ref, () => button.current);
  return null;
}

function MenuLine({ item, link: Link }: { item: MenuItem; link: LinkElement }) {
  const { danger = false, disabled = false, current, href, onSelect } = item;
  const className = clsx(
    "flex min-h-9 w-full cursor-pointer items-center gap-2.5 px-3 py-1.5 text-13 outline-none select-none wide:min-h-8",
    "data-highlighted:bg-neutral-soft data-disabled:cursor-default data-disabled:text-ink-3",
    danger ? "text-bad" : "text-ink",
  );
  const shared = { disabled, ...(onSelect ? { onSelect } : {}) };
  if (href === undefined || disabled) {
    return (
      <RadixMenu.Item className={className} {...shared}>
        <MenuLineContent item={item} />
      </RadixMenu.Item>
    );
  }
  return (
    <RadixMenu.Item asChild {...shared}>
      <Link href={href} className={className} aria-current={current ? "page" : undefined}>
        <MenuLineContent item={item} />
      </Link>
    </RadixMenu.Item>
  );
}

function MenuLineContent({ item: { label, icon, hint, shortcut, danger, current } }: { item: MenuItem }) {
  return (
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
}
