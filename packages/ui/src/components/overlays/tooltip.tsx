"use client";

import * as RadixTooltip from "@radix-ui/react-tooltip";
import type { ReactElement, ReactNode } from "react";

interface TooltipProps {
  /** A few words. What everyone has to read must not be in a tooltip. */
  words: ReactNode;
  /** One element that can be focused: a button or a link. */
  children: ReactElement;
  side?: "top" | "right" | "bottom" | "left";
}

export function Tooltip({ words, children, side = "top" }: TooltipProps) {
  return (
    <RadixTooltip.Provider delayDuration={250}>
      <RadixTooltip.Root>
        <RadixTooltip.Trigger asChild>{children}</RadixTooltip.Trigger>
        <RadixTooltip.Portal>
          <RadixTooltip.Content
            side={side}
            sideOffset={6}
            collisionPadding={8}
            className="z-50 max-w-72 animate-appear rounded-control bg-ink px-2.5 py-1.5 text-12 wrap-anywhere text-surface"
          >
            {words}
          </RadixTooltip.Content>
        </RadixTooltip.Portal>
      </RadixTooltip.Root>
    </RadixTooltip.Provider>
  );
}
