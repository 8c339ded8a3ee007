"use client";

import { useEffect, useId } from "react";
import type { MenuGroup } from "@headroom/ui";

/** What can be done on the page one is on: it opens an address, or does something. */
export interface PageCommand {
  title: string;
  /** Other words that people search for it with. */
  words?: string;
  href?: string;
  run?: () => void;
}

const offered = new Map<string, readonly PageCommand[]>();

/** What the parts of the page offer now, in their order on it. */
export function pageCommands(): PageCommand[] {
  return [...offered.values()].flat();
}

/** Offers commands in the palette for as long as the component is on the page. */
export function usePageCommands(commands: readonly PageCommand[]): void {
  const id = useId();
  useEffect(() => () => void offered.delete(id), [id]);
  // After each render: what a command does may depend on what the page shows now.
  useEffect(() => {
    offered.set(id, commands);
  });
}

/** Offers links. For pages that are rendered on the server. */
export function PageCommands({ commands }: { commands: readonly Omit<PageCommand, "run">[] }): null {
  usePageCommands(commands);
  return null;
}

/** The items of a menu as commands. `named` says what they are about, where their words alone don't. */
export function commandsOfMenu(
  groups: readonly MenuGroup[],
  named: (label: string) => string = (label) => label,
): PageCommand[] {
  return groups.flatMap(({ items }) =>
    items.flatMap(({ label, hint, href, onSelect, disabled }) =>
      disabled === true
        ? []
        : [
            {
              title: named(label),
              ...(hint === undefined ? {} : { words: hint }),
              ...(href === undefined ? {} : { href }),
              ...(onSelect === undefined ? {} : { run: onSelect }),
            },
          ],
    ),
  );
}
