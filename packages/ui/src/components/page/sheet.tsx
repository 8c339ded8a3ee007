import type { ReactNode } from "react";
import clsx from "clsx";
import { Icon } from "./icon.tsx";
import type { IconName } from "./icon.tsx";

interface SheetProps {
  label?: string;
  labelledBy?: string;
  children: ReactNode;
  className?: string | undefined;
}

/** Where a link to a sheet leads: "#sheet-accepted-risks". */
export function sheetAnchor(label: string): string {
  const words = label.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return `sheet-${words.join("-")}`;
}

/** A ruled sheet: sections share their borders, nothing floats. */
export function Sheet({ label, labelledBy, children, className }: SheetProps) {
  return (
    <section
      id={label === undefined ? undefined : sheetAnchor(label)}
      aria-label={label}
      aria-labelledby={labelledBy}
      className={clsx(
        "scroll-mt-4 divide-y divide-line overflow-clip rounded-sheet border border-line bg-surface",
        className,
      )}
    >
      {children}
    </section>
  );
}

export function SheetSection({
  children,
  className,
}: {
  children: ReactNode;
  className?: string | undefined;
}) {
  return <div className={clsx("p-4 wide:px-5 wide:py-4.5", className)}>{children}</div>;
}

export function SheetTitle({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <h2 id={id} className="text-15 font-semibold tracking-[-0.008em]">
      {children}
    </h2>
  );
}

/** A line of explanation at the foot of a sheet. */
export function SheetNote({ icon = "info", children }: { icon?: IconName; children: ReactNode }) {
  return (
    <div className="flex gap-2.5 bg-canvas px-4 py-3 text-13 leading-[19px] text-ink-2 wide:px-5">
      <Icon name={icon} className="mt-px" />
      <div className="min-w-0">{children}</div>
    </div>
  );
}
