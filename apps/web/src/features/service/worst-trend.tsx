"use client";

import dynamic from "next/dynamic";
import {
  CHART_HEIGHT_CLASS,
  Icon,
  Sheet,
  SheetSection,
  SheetTitle,
  SignKey,
  Skeleton,
  buttonClass,
} from "@headroom/ui";
import { AppLink } from "../shell/app-link.tsx";
import { useZone } from "../shell/use-zone.ts";
import type { TrendModel } from "../trend/prepare-trend.ts";
import type { TrendQuery } from "../trend/search-params.ts";
import { trendSigns } from "../trend/trend-signs.ts";
import type { WorstTrend as Model } from "./prepare-tests.ts";

/** Recharts comes after the figures, into a room that is already there. */
const TrendPlot = dynamic(() => import("../trend/trend-plot.tsx").then((module) => module.TrendPlot), {
  ssr: false,
  loading: () => <Skeleton className={CHART_HEIGHT_CLASS} />,
});

interface WorstTrendProps {
  worst: Model;
  model: TrendModel;
  query: TrendQuery;
  timeZone: string;
  fileName: string;
}

/** How the experiment that changed most has done over its runs. */
export function WorstTrend({ worst, model, query, fileName, ...props }: WorstTrendProps) {
  const timeZone = useZone(props.timeZone);
  const { title, compareHref, experimentId } = worst;
  return (
    <Sheet label="Trend" className="h-full min-w-0">
      <SheetSection>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <SheetTitle>
            <AppLink href={`/experiments/${experimentId}`} className="wrap-anywhere hover:underline">
              {title}
            </AppLink>
          </SheetTitle>
          {compareHref === null ? null : (
            <AppLink href={compareHref} className={buttonClass()}>
              <Icon name="compare" />
              Compare before and after
            </AppLink>
          )}
        </div>
        <TrendPlot {...{ model, query, timeZone, fileName, title }} chosen={[]} onChoose={() => undefined} />
        <SignKey signs={trendSigns(model)} className="mt-2" />
      </SheetSection>
    </Sheet>
  );
}
