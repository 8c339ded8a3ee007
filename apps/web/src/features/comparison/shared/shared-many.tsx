"use client";

import type { ReactNode } from "react";
import type { PercentileId } from "@headroom/core";
import type { OverlayInput, TargetLine } from "@headroom/ui/charts";
import { ManyView } from "../many/many-view.tsx";
import type { ManyModel } from "../many/prepare-many.ts";
import { NothingOverTime } from "../overlay/over-time.tsx";

interface SharedManyProps {
  model: ManyModel;
  input: OverlayInput | null;
  own: PercentileId;
  targets: readonly TargetLine[];
  words: string;
  children: ReactNode;
}

/** Six runs and more for people outside: everything that is drawn comes with the page. */
export function SharedMany({ model, input, own, targets, words, children }: SharedManyProps) {
  return (
    <ManyView
      {...{ model, input, words }}
      metric={own}
      targets={targets}
      trendHref={null}
      problem={input === null ? <NothingOverTime /> : null}
      metrics={[]}
      onMetric={() => undefined}
      menuOf={null}
    >
      {children}
    </ManyView>
  );
}
