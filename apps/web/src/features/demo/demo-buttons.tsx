"use client";

import dynamic from "next/dynamic";
import { Icon, buttonClass } from "@headroom/ui";

/** The overview has no client of the API, so the buttons bring theirs, after the page and into the space that they keep. */
const client = () => import("./demo-client.tsx");

export const LoadDemoButton = dynamic(() => client().then((module) => module.LoadDemoWithClient), {
  ssr: false,
  loading: () => (
    <span aria-hidden="true" className={buttonClass()}>
      <Icon name="download" />
      Load the demo here
    </span>
  ),
});

export const RemoveDemoButton = dynamic(() => client().then((module) => module.RemoveDemoWithClient), {
  ssr: false,
  loading: () => (
    <span aria-hidden="true" className={buttonClass()}>
      <Icon name="trash" />
      Remove the demo
    </span>
  ),
});
