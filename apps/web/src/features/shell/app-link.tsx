"use client";

import Link from "next/link";
import type { LinkProps } from "@headroom/ui";

/** Moves between our own pages without a reload. */
export function AppLink({ href, ...rest }: LinkProps) {
  return <Link href={href} {...rest} />;
}
