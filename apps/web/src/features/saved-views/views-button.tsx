"use client";

import dynamic from "next/dynamic";
import { Icon, buttonClass } from "@headroom/ui";

/** Loads after the page, into the space that its button keeps. */
export const ViewsButton = dynamic(() => import("./saved-views.tsx").then((module) => module.SavedViews), {
  ssr: false,
  loading: () => (
    <span aria-hidden="true" className={buttonClass()}>
      Views
      <Icon name="down" />
    </span>
  ),
});
