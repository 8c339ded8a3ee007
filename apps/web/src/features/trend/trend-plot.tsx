"use client";

import { useRouter } from "next/navigation";
import { useMemo } from "react";
import { TrendChart, prepareTrendChart } from "@headroom/ui/charts";
import type { TrendModel } from "./prepare-trend.ts";
import type { TrendQuery } from "./search-params.ts";
import { trendChartInput } from "./trend-chart-input.ts";

interface TrendPlotProps {
  model: TrendModel;
  query: TrendQuery;
  timeZone: string;
  fileName: string;
  title: string;
  chosen: readonly string[];
  onChoose: (ids: readonly string[]) => void;
}

export function TrendPlot({ model, query, timeZone, fileName, title, chosen, onChoose }: TrendPlotProps) {
  const router = useRouter();
  const drawn = useMemo(
    () => prepareTrendChart(trendChartInput(model, query, timeZone)),
    [model, query, timeZone],
  );
  return (
    <TrendChart
      model={drawn}
      fileName={fileName}
      title={title}
      selected={chosen}
      onOpen={(id) => router.push(`/runs/${id}`)}
      onSelect={onChoose}
    />
  );
}
