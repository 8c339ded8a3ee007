import type { ReactNode } from "react";
import clsx from "clsx";

export interface DataListItem {
  key?: string;
  name: ReactNode;
  /** Null where it is not known: a dash, never a zero. */
  value: ReactNode;
}

/** Names on the left, values on the right; each pair keeps to its line and wraps inside it. */
export function DataList({
  items,
  className,
}: {
  items: readonly DataListItem[];
  className?: string | undefined;
}) {
  return (
    <dl className={clsx("flex flex-col gap-2 text-13", className)}>
      {items.map(({ key, name, value }, position) => (
        <div key={key ?? position} className="flex items-baseline justify-between gap-4">
          <dt className="flex-none text-ink-2">{name}</dt>
          <dd className="min-w-0 text-right font-medium wrap-anywhere text-ink">{value ?? "-"}</dd>
        </div>
      ))}
    </dl>
  );
}
