import type { PeakDayView } from "@headroom/contract";
import { worstFacts } from "@headroom/core";
import type { ShareName } from "@headroom/services";
import { datesText } from "../../peak-day/day-words.ts";
import { preparePage } from "../../peak-day/prepare-peak-day.ts";
import { simulatedWords } from "../../shell/simulated-words.ts";
import type { PictureWords } from "../picture-words.ts";
import { asOf, joined } from "./moment-words.ts";

/** A peak day as it is in this minute. */
export function peakDayWords(view: PeakDayView, name: ShareName): PictureWords {
  const { peakDay, simulated } = view;
  const { lead, rest, problem } = preparePage(view);
  return {
    kind: joined("Peak day", simulated === null ? "" : simulatedWords(simulated).tag.toLowerCase()),
    title: name.title,
    context: joined(name.description, datesText(peakDay)),
    headline: lead,
    tone: problem !== null ? "unsure" : worstFacts(view).length > 0 ? "bad" : "neutral",
    figure: null,
    note: [problem ?? "", rest].filter((part) => part !== "").join(" "),
    foot: asOf(new Date(view.now)),
  };
}
