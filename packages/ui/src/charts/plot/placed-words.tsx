import type { PlacedWord } from "./placed-word.ts";

export function PlacedWords({ words }: { words: readonly PlacedWord[] }) {
  return words.map(({ key, text, x, y, anchor, weight, fill }) => (
    <text key={key} x={x} y={y} textAnchor={anchor} fontWeight={weight} fill={fill}>
      {text}
    </text>
  ));
}
