import type { GamedayAnswer } from "@headroom/contract";
import type { ShareName } from "@headroom/services";
import { formatInstant } from "@headroom/ui";
import { countsText, windowText } from "../../gameday/prepare-gameday.ts";
import type { PictureTone, PictureWords } from "../picture-words.ts";
import { asOf, joined } from "./moment-words.ts";

/** The report of a gameday: how many steps went as planned, and what is left to do. */
export function gamedayWords(gameday: GamedayAnswer, name: ShareName): PictureWords {
  const { counts, closed, now } = gameday;
  const changed = closed !== null && closed.changes.length > 0;
  return {
    kind: "Gameday report",
    title: name.title,
    context: joined(name.description, windowText(gameday)),
    headline: countsText(counts),
    tone: toneOf(gameday),
    figure: null,
    note: [findingsWords(gameday), changed ? "Later changes don't show in this report." : ""]
      .filter((words) => words !== "")
      .join(" "),
    foot:
      closed === null ? asOf(new Date(now)) : `Closed on ${formatInstant(new Date(closed.at), "UTC")} UTC`,
  };
}

/** Green only if everything that was planned was run, and went as planned. */
function toneOf({ counts: { met, missed, unsure, open } }: GamedayAnswer): PictureTone {
  if (missed > 0) return "bad";
  if (unsure > 0 || open > 0) return "unsure";
  return met > 0 ? "good" : "neutral";
}

function findingsWords({ findings }: GamedayAnswer): string {
  const open = findings.filter(({ closedAt }) => closedAt === null).length;
  if (findings.length === 0) return "Nothing was noted.";
  if (findings.length === 1) return open === 0 ? "1 finding, closed." : "1 finding, still open.";
  return `${findings.length} findings, ${open === 0 ? "all closed" : `${open} open`}.`;
}
