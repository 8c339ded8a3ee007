import type { ReactNode, TableHTMLAttributes } from "react";
import clsx from "clsx";
import { BareButton } from "../fields/bare-button.tsx";
import { Icon } from "../page/icon.tsx";

interface TableProps extends TableHTMLAttributes<HTMLTableElement> {
  label: string;
  /** `scroll`: sideways under a sticky first column. `blocks`: rows become blocks on phones. `fit`: neither is needed. */
  narrow: "scroll" | "blocks" | "fit";
}

/** Ruled rows without zebra stripes. */
export function Table({ label, narrow, className, children, ...rest }: TableProps) {
  const table = (
    <table aria-label={label} className={clsx("ledger", `ledger-${narrow}`, className)} {...rest}>
      {children}
    </table>
  );
  if (narrow !== "scroll") return table;
  return (
    <div className="overflow-x-auto" role="region" aria-label={`${label}, scrollable`} tabIndex={0}>
      {table}
    </div>
  );
}

/** The head of a column, where `blocks` has none. */
export function BlockHead({ children }: { children: ReactNode }) {
  return <span className="block-head block text-12 text-ink-3 wide:hidden">{children}</span>;
}

export type SortDirection = "ascending" | "descending";

interface SortHeaderProps {
  children: ReactNode;
  direction: SortDirection | null;
  onSort: () => void;
  className?: string | undefined;
}

/** A column's head that sorts; its state is spoken by `aria-sort`. */
export function SortHeader({ children, direction, onSort, className }: SortHeaderProps) {
  return (
    <th scope="col" aria-sort={direction ?? "none"} className={className}>
      <BareButton
        onClick={onSort}
        className={clsx(
          "on-paper relative inline-flex min-h-6 items-center hover:text-ink",
          direction && "font-semibold text-ink",
        )}
      >
        {children}
        <Icon
          name={direction === "ascending" ? "up" : "down"}
          className={clsx("absolute -right-4 size-3.5", direction ? "opacity-100" : "opacity-0")}
        />
      </BareButton>
    </th>
  );
}
