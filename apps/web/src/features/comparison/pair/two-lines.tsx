"use client";

import clsx from "clsx";
import { Sentence } from "@headroom/ui";
import { useState } from "react";
import type { ComparisonSentence } from "./prepare-sentence.ts";

interface TwoLinesProps {
  sentence: ComparisonSentence;
  /** The answer isn't known yet. */
  isOpen: boolean;
}

/**
 * The answer, and under it what qualifies it. Where the page comes before the answer, both have their room from the start,
 * so that nothing moves when it is known.
 */
export function TwoLines({ sentence: { lead, rest }, isOpen }: TwoLinesProps) {
  const [cameOpen] = useState(isOpen);
  return (
    <>
      <span className={clsx("block", cameOpen && "min-h-[2lh]")}>
        <Sentence lead={lead} rest="" />
      </span>
      {rest === "" && !cameOpen ? null : (
        <span className={clsx("block text-15 max-wide:text-13", cameOpen ? "min-h-[2lh]" : "mt-1")}>
          <Sentence lead="" rest={rest} />
        </span>
      )}
    </>
  );
}
