"use client";

import dynamic from "next/dynamic";
import { Skeleton } from "@headroom/ui";

/** As on every page: charts come after what is read. */
export const ChartRoom = dynamic(() => import("./chart-gallery.tsx").then((module) => module.ChartGallery), {
  ssr: false,
  loading: () => <Skeleton className="h-[3000px]" />,
});
