"use client";

import * as RadixTabs from "@radix-ui/react-tabs";
import type { ReactNode } from "react";
import clsx from "clsx";
import { BareButton } from "./bare-button.tsx";

export interface Tab<Value extends string> {
  value: Value;
  label: string;
  count?: number | string;
}

interface TabsProps<Value extends string> {
  label: string;
  tabs: readonly Tab<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  /** One `TabPanel` per tab. */
  children: ReactNode;
  className?: string | undefined;
}

/** Parts of one sheet, one at a time. The arrow keys switch tabs; the caller owns the address. */
export function Tabs<Value extends string>(props: TabsProps<Value>) {
  const { label, tabs, value, onChange, children, className } = props;
  const choose = (next: string) => {
    const chosen = tabs.find((tab) => tab.value === next);
    if (chosen) onChange(chosen.value);
  };
  return (
    <RadixTabs.Root value={value} onValueChange={choose} className={className}>
      <RadixTabs.List
        aria-label={label}
        className="flex gap-5.5 overflow-x-auto border-b border-line px-4 [scrollbar-width:none] wide:px-5"
      >
        {tabs.map((tab) => (
          <RadixTabs.Trigger
            key={tab.value}
            value={tab.value}
            asChild
            className={clsx(
              "-mb-px min-h-10 flex-none border-b-2 border-transparent py-2 text-13 whitespace-nowrap text-ink-2 transition-colors duration-120 hover:text-ink",
              "data-[state=active]:border-ink data-[state=active]:font-semibold data-[state=active]:text-ink",
              "focus-visible:-outline-offset-2",
            )}
          >
            <BareButton>
              {tab.label}
              {tab.count === undefined ? null : (
                <span className="ml-1.5 text-12 font-normal text-ink-3">{tab.count}</span>
              )}
            </BareButton>
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      {children}
    </RadixTabs.Root>
  );
}

interface TabPanelProps {
  value: string;
  children: ReactNode;
  className?: string | undefined;
}

export function TabPanel({ value, children, className }: TabPanelProps) {
  return (
    <RadixTabs.Content value={value} className={className}>
      {children}
    </RadixTabs.Content>
  );
}
