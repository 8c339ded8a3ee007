import type { ComponentType, ReactNode } from "react";

export interface LinkProps {
  href: string;
  className?: string | undefined;
  children?: ReactNode;
  "aria-current"?: "page" | undefined;
}

/** What an application puts in the place of `a`, to move between its pages without a reload. */
export type LinkElement = ComponentType<LinkProps> | "a";
