import { FIGURE_TONES } from "@headroom/ui";
import type { WallFigure } from "./prepare-wall.ts";

/** Of the width of a screen, in hundredths, without margins. */
const ROW = 96;
const PADDING = 3.2;
/** The width of bold letters, in their own size. */
const [CAPITAL, WIDE, NARROW] = [0.82, 0.66, 0.34];
/** A letter of a unit, and the space before it. */
const [UNIT_LETTER, UNIT_SPACE] = [1.8, 0.6];
/** A longer unit is part of the label. */
const MAX_UNIT_LETTERS = 2;

/** Figures side by side, each as large as its place allows. */
export function WallFigures({ figures, isOld }: { figures: readonly WallFigure[]; isOld: boolean }) {
  const width = ROW / Math.max(1, figures.length) - PADDING;
  return (
    <ul
      aria-label="Figures"
      className={`grid auto-cols-fr grid-flow-col divide-x divide-line rounded-sheet border border-line bg-surface ${isOld ? "opacity-50" : ""}`}
    >
      {figures.map((figure) => (
        <Figure key={figure.key} figure={figure} width={width} />
      ))}
    </ul>
  );
}

function Figure({ figure, width }: { figure: WallFigure; width: number }) {
  const { label, unit, caption, tone } = figure;
  const value = figure.value ?? "–";
  const isBeside = unit.length <= MAX_UNIT_LETTERS;
  const taken = isBeside && unit !== "" ? unit.length * UNIT_LETTER + UNIT_SPACE : 0;
  const color = FIGURE_TONES[tone];
  return (
    <li className="flex min-w-0 flex-col justify-between px-[1em] py-[0.6em]">
      <p className="wall-small line-clamp-2 min-h-[2.5em] text-ink-2">
        {label}
        {isBeside ? null : `, ${unit}`}
      </p>
      <p
        className={`wall-value overflow-hidden font-bold whitespace-nowrap tabular-nums ${color}`}
        style={{ "--fit": (width - taken) / widthOf(value) } as Record<string, number>}
      >
        {value}
        {isBeside ? <span className="wall-unit ml-[0.25em] font-normal text-ink-2">{unit}</span> : null}
      </p>
      <p className={`wall-small line-clamp-2 min-h-[2.5em] ${color === "" ? "text-ink-2" : color}`}>
        {caption}
      </p>
    </li>
  );
}

function widthOf(value: string): number {
  return Array.from(value).reduce((sum, letter) => sum + letterWidth(letter), 0);
}

function letterWidth(letter: string): number {
  if (/[,.: ]/.test(letter)) return NARROW;
  return /[A-Z]/.test(letter) ? CAPITAL : WIDE;
}
