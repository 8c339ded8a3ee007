"use client";

import dynamic from "next/dynamic";
import type { PeakDayView } from "@headroom/contract";

const WallDrawing = dynamic(() => import("./wall-drawing.tsx").then((module) => module.WallDrawing), {
  ssr: false,
});

export function WallChart({ view, isOld }: { view: PeakDayView; isOld: boolean }) {
  return (
    <div
      className={`wall-chart relative min-h-0 flex-[3] rounded-sheet border border-line bg-surface ${isOld ? "opacity-50" : ""}`}
    >
      <WallDrawing view={view} />
    </div>
  );
}
