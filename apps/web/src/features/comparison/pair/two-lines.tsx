"use client";

import clsx from "clsx";
import { Sentence } from "@headroom/ui";
import { useEffect, useState } from "react";
import type { ComparisonSentence } from "./prepare-sentence.ts";

interface TwoLinesProps {
  sentence: ComparisonSentence;
  /** The answer isn't known yet. */
  isOpen: boolean;
}

const SLOW_MS = 2_000;
const STILL = "Still resampling the runs to see how much they differ by chance. Long runs take longer.";

/**
 * The answer, and under it what qualifies it. Where the page comes before the answer, both have their room from the start,
 * so that nothing moves when it is known.
 */
export function TwoLines({ sentence: { lead, rest }, isOpen }: TwoLinesProps) {
  const [cameOpen] = useState(isOpen);
  const isSlow = useIsSlow(isOpen);
  return (
    <>
      <span className={clsx("block", cameOpen && "min-h-[2lh]")}>
        <Sentence lead={lead} rest="" />
      </span>
      {rest === "" && !cameOpen ? null : (
        <span className={clsx("block text-15 max-wide:text-13", cameOpen ? "min-h-[2lh]" : "mt-1")}>
          <Sentence lead="" rest={isSlow ? `${rest} ${STILL}` : rest} />
        </span>
      )}
    </>
  );
}

/** Whether the answer has been waited for so long that the page says what for. */
function useIsSlow(isOpen: boolean): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isOpen) return undefined;
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, [isOpen]);
  return isOpen && isSlow;
}
