"use client";

import Link from "next/link";
import { useState } from "react";
import type { LinkProps } from "@headroom/ui";

/**
 * Moves between our own pages without a reload. What it leads to is fetched ahead when it is pointed at or focused, and
 * not when it is merely in view: a list of a hundred links would have the server render a hundred pages.
 */
export function AppLink({ href, ...rest }: LinkProps) {
  const [wanted, setWanted] = useState(false);
  const want = () => setWanted(true);
  return (
    <Link
      href={href}
      prefetch={wanted ? null : false}
      onMouseEnter={want}
      onTouchStart={want}
      onFocus={want}
      {...rest}
    />
  );
}
