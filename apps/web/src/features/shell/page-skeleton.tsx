"use client";

import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { Page, TopBar } from "@headroom/ui";
import { AppLink } from "./app-link.tsx";
import { shellPageAt, shellPages } from "./pages.ts";

/** The frame of a page, before the session is known. */
export function PageSkeleton({ children }: { children: ReactNode }) {
  const current = shellPageAt(usePathname());
  return (
    <Page topBar={<TopBar home="/" crumbs={[]} pages={shellPages(current)} link={AppLink} />}>
      {children}
    </Page>
  );
}
