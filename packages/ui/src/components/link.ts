import type { AnchorHTMLAttributes, ComponentType } from "react";

export type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string };

/** What an application puts in the place of `a`, to move between its pages without a reload. */
export type LinkElement = ComponentType<LinkProps> | "a";
