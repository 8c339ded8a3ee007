"use client";

import Link from "next/link";
import { useState } from "react";
import type { LinkProps } from "@headroom/ui";

interface AppLinkProps extends LinkProps {
  /** False: the page stays where it is scrolled to. */
  scroll?: boolean;
  /** Of a link that opens a part of the page. */
  "aria-expanded"?: boolean;
}

/**
 * A link to one of our own pages, without a reload. The page is prefetched when the link is hovered or focused, not when
 * it is merely in view: a list of a hundred links would make the server render a hundred pages.
 */
export function AppLink({ href, ...rest }: AppLinkProps) {
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
