"use client";

import { useState } from "react";
import type { FigureId, PercentileId } from "@headroom/core";
import type { IntervalInput, OverlayInput } from "@headroom/ui/charts";
import { NothingOverTime, OverTime } from "../overlay/over-time.tsx";
import { EvidenceFrame } from "../pair/evidence-frame.tsx";

interface SharedEvidenceProps {
  /** Everything that is drawn comes with the page, because a guest can ask for nothing else. Null: only totals. */
  input: OverlayInput | null;
  own: PercentileId;
  words: string;
  intervals: IntervalInput;
  usual: boolean;
}

export function SharedEvidence({ input, own, words, intervals, usual }: SharedEvidenceProps) {
  const [metric, setMetric] = useState<FigureId>(own);
  return (
    <EvidenceFrame intervals={intervals} usual={usual}>
      <OverTime
        input={input}
        metric={metric}
        metrics={input === null ? [] : ["throughput", own]}
        onMetric={setMetric}
        words={words}
        problem={input === null ? <NothingOverTime /> : null}
      />
    </EvidenceFrame>
  );
}
