"use client";

import { useRef } from "react";
import { usePathname } from "next/navigation";
import { Form, Icon, Menu } from "@headroom/ui";
import { AppLink } from "./app-link.tsx";
import type { ShellMenus } from "./prepare-menus.ts";
import { chooseTheme, useTheme } from "./theme-choice.ts";
import { THEMES, THEME_WORDS } from "./theme.ts";
import type { Theme } from "./theme.ts";

/** Addresses without an id exist in every workspace. */
const PAGES_OF_EVERY_WORKSPACE =
  /^\/(?:experiments|services|peak-days|slos|upload|settings|account)?(?:\/[a-z-]+)?$/;

/** Names the current workspace, and switches to the person's others. */
export function WorkspaceMenu({ menus }: { menus: ShellMenus }) {
  const form = useRef<HTMLFormElement>(null);
  const wanted = useRef<HTMLInputElement>(null);
  const path = usePathname();
  const next = PAGES_OF_EVERY_WORKSPACE.test(path) ? path : "/";
  const go = (id: string) => {
    if (wanted.current) wanted.current.value = id;
    form.current?.requestSubmit();
  };
  return (
    <Form ref={form} method="post" action="/workspaces/switch" className="contents">
      <input ref={wanted} type="hidden" name="workspace" defaultValue="" />
      <input type="hidden" name="next" value={next} />
      <Menu
        label={`Workspace: ${menus.current}`}
        align="start"
        link={AppLink}
        triggerClassName="inline-flex h-9 max-w-40 min-w-0 items-center gap-1.5 rounded-control px-2 text-13 font-semibold text-ink hover:bg-neutral-soft wide:h-8 wide:max-w-44"
        trigger={
          <>
            <span className="truncate">{menus.current}</span>
            <Icon name="down" className="flex-none text-ink-3" />
          </>
        }
        groups={[
          {
            title: "Workspaces",
            items: menus.workspaces.map(({ id, label, role, current }) => ({
              label,
              hint: role,
              current,
              onSelect: () => {
                if (!current) go(id);
              },
            })),
          },
          { items: [{ label: "New workspace", icon: "plus", href: "/workspaces/new" }] },
        ]}
      />
    </Form>
  );
}

/** Account, settings, theme, sign out. */
export function AccountMenu({ person, theme }: { person: ShellMenus["person"]; theme: Theme }) {
  const form = useRef<HTMLFormElement>(null);
  const chosen = useTheme(theme);
  return (
    <Form ref={form} method="post" action="/sign-out" className="contents">
      <Menu
        link={AppLink}
        triggerClassName="inline-flex size-9 flex-none items-center justify-center rounded-full border border-line-strong text-12 font-semibold text-ink-2 hover:border-control hover:text-ink wide:size-8"
        trigger={
          // The visible initials stay part of the name, for people who use voice control.
          <>
            {person.initials}
            <span className="sr-only">, account of {person.name || person.email}</span>
          </>
        }
        groups={[
          {
            title: person.email,
            items: [
              { label: "Account", icon: "person", href: "/account" },
              { label: "Settings", icon: "settings", href: "/settings" },
            ],
          },
          {
            title: "Theme",
            items: THEMES.map((one) => ({
              label: THEME_WORDS[one],
              current: one === chosen,
              onSelect: () => chooseTheme(one),
            })),
          },
          { items: [{ label: "Sign out", onSelect: () => form.current?.requestSubmit() }] },
        ]}
      />
    </Form>
  );
}
