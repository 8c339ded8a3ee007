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

/** The answer, and under it what qualifies it. On phones, where they wrap, both have room for two lines from the start. */
export function TwoLines({ sentence: { lead, rest }, isOpen }: TwoLinesProps) {
  const [cameOpen] = useState(isOpen);
  const isSlow = useIsSlow(isOpen);
  return (
    <>
      <span className={clsx("block", cameOpen && "max-wide:min-h-[2lh]")}>
        <Sentence lead={lead} rest="" />
      </span>
      {rest === "" ? null : (
        <span className={clsx("mt-1 block text-15 max-wide:text-13", cameOpen && "max-wide:min-h-[2lh]")}>
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
