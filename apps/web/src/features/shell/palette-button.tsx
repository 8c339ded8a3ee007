"use client";

import { BareButton, Icon, Kbd } from "@headroom/ui";

/** The event by which the palette is opened. */
export const OPEN_PALETTE = "headroom:open-palette";

export function PaletteButton() {
  return (
    <BareButton
      onClick={() => window.dispatchEvent(new Event(OPEN_PALETTE))}
      aria-keyshortcuts="Control+K Meta+K"
      className="inline-flex h-9 flex-none items-center gap-2 rounded-control border border-line px-2.5 text-13 text-ink-2 hover:border-line-strong hover:text-ink wide:h-8"
    >
      <Icon name="search" />
      <span className="sr-only min-[1600px]:not-sr-only">Search</span>
      <span className="hidden desk:inline">
        <Kbd>Ctrl K</Kbd>
      </span>
    </BareButton>
  );
}
