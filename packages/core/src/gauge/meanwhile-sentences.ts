import { formatRange } from "../format/number.ts";
import { joinUnit } from "../format/unit.ts";
import { gaugeFigure, loadFigure, loadText } from "./gauge-sentences.ts";
import type { GaugeFacts } from "./gauge-sentences.ts";
import type { Meanwhile, MeanwhileGauge } from "./meanwhile.ts";
import type { StatedLimit } from "./stated-limits.ts";

type Clock = (seconds: number) => string;
type LoadKind = GaugeFacts["load"];

/** What rose, what stayed level meanwhile, and what is known of limits: a sentence each. */
export function sayMeanwhile(found: Meanwhile, load: LoadKind, clock: Clock): string[] {
  const { name, unit, from, to, fromSeconds, toSeconds, others } = found;
  const [low, high] = [gaugeFigure(from), joinUnit(gaugeFigure(to), unit ?? "")];
  const rose = `“${name}” grew from ${low} to ${high} from ${clock(fromSeconds)} to ${clock(toSeconds)}.`;
  const level = others.filter(({ isLevel }) => isLevel).map((one, at) => levelText(one, at, clock));
  return [
    level.length === 0 ? rose : `${rose} Meanwhile, ${listed(level)}.`,
    ...others.flatMap((one) => sayStanding(one, load, clock)),
  ];
}

/** "“write units” stayed at 11,000 (10,800–11,100)" */
function levelText(
  { name, unit, low, high, usual, levelFromSeconds }: MeanwhileGauge,
  at: number,
  clock: Clock,
): string {
  const [least, most] = [gaugeFigure(low), gaugeFigure(high)];
  const range = least === most ? "" : ` (${formatRange(least, most)})`;
  return `“${name}” ${at === 0 ? "stayed " : ""}at ${joinUnit(gaugeFigure(usual), unit ?? "")}${range}${levelFromSeconds === null ? "" : ` from ${clock(levelFromSeconds)} on`}`;
}

function listed(texts: readonly string[]): string {
  if (texts.length < 2) return texts.join("");
  return `${texts.slice(0, -1).join(", ")} and ${texts.at(-1)}`;
}

function sayStanding(gauge: MeanwhileGauge, load: LoadKind, clock: Clock): string[] {
  const { name, unit, usual, highest, limit, standing, because, stopped } = gauge;
  const inUnit = (value: number) => joinUnit(gaugeFigure(value), unit ?? "");
  const followed =
    stopped === null
      ? ""
      : `rose with the load until ${clock(stopped.atSeconds)} and then no further, although the load rose from ${loadFigure(stopped.loadAt, load)} to ${loadText(stopped.loadAfter, load)}`;
  if (standing === "has-room" && limit !== null) {
    const room = `“${name}” had room: ${inUnit(highest)} at most, and ${limitText(limit, inUnit)}.`;
    return stopped === null ? [room] : [room, `It ${followed}, so something else stopped it.`];
  }
  if (standing !== "may-be-limit") return [];
  const isStated = because === "stated" && limit !== null;
  const why = isStated ? `was at ${inUnit(usual)}, and ${limitText(limit, inUnit)}` : followed;
  return [`“${name}” may be the limit: it ${why}.`];
}

function limitText({ value, by }: StatedLimit, inUnit: (value: number) => string): string {
  if (by === "target") return `its target allows ${inUnit(value)}`;
  return by === "gauge" ? `its limit is ${inUnit(value)}` : `its limit is ${inUnit(value)} by configuration`;
}
