"use client";

import dynamic from "next/dynamic";
import { Skeleton } from "@headroom/ui";

/** As on every page, charts load after the text. */
export const ChartRoom = dynamic(() => import("./chart-gallery.tsx").then((module) => module.ChartGallery), {
  ssr: false,
  loading: () => <Skeleton className="h-[3000px]" />,
});
