import type { FindingEffect } from "@headroom/core";
import { Sheet, SheetTitle, textLinkClass } from "@headroom/ui";
import { AppLink } from "../../shell/app-link.tsx";
import type { JudgementModel } from "./prepare-judgement.ts";

const MARKS: Record<FindingEffect, { word: string; tint: string }> = {
  fail: { word: "Fails", tint: "text-bad" },
  unsure: { word: "Unsure", tint: "text-unsure" },
  pass: { word: "Passes", tint: "text-good" },
  note: { word: "Note", tint: "text-ink-3" },
};

interface JudgementSheetProps {
  model: JudgementModel;
  /** The same view without it. */
  closeHref: string;
}

/** Exactly what a gate was told, for those who follow the link of its report. */
export function JudgementSheet({ model: { title, rules, findings }, closeHref }: JudgementSheetProps) {
  return (
    <Sheet labelledBy="judgement" className="mt-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 pt-4 pb-3 wide:px-5">
        <SheetTitle id="judgement">{title}</SheetTitle>
        <AppLink href={closeHref} className={`text-13 ${textLinkClass}`}>
          Hide this judgement
        </AppLink>
        {rules === "" ? null : <p className="w-full text-13 text-ink-2">{rules}</p>}
      </div>
      <ul className="divide-y divide-line">
        {findings.map(({ key, effect, about, words }) => (
          <li key={key} className="flex gap-3 px-4 py-2 text-13 wide:px-5">
            <span className={`w-14 flex-none font-semibold ${MARKS[effect].tint}`}>{MARKS[effect].word}</span>
            <p className="min-w-0 text-ink-2 wrap-anywhere">
              <bdi className="font-medium text-ink">{about}</bdi>: {words}
            </p>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
