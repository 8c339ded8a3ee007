import { ChangePill, Skeleton, Tag } from "@headroom/ui";
import { risesOf } from "../view/figure-words.ts";
import type { ChangeCell, FigureCell } from "./prepare-figures.ts";

export function FigureText({ cell }: { cell: FigureCell | undefined }) {
  const text = cell?.text ?? null;
  return text === null ? (
    <span className="text-12 text-ink-3">{cell?.absent ?? "not reported"}</span>
  ) : (
    <span className="text-15 font-semibold tracking-[-0.01em]">{text}</span>
  );
}

/** In the room that the verdict will take. */
export function NoisePill({ change }: { change: ChangeCell }) {
  if (change.words === null) return <span className="h-5.5 text-12 text-ink-3">-</span>;
  if (change.noise === null) return <Skeleton className="h-5.5 w-28" />;
  return (
    <span title={change.noise.reason}>
      {change.noise.state === "quoted" ? (
        <Tag>as quoted</Tag>
      ) : (
        <ChangePill state={change.noise.state} words={change.called} rises={risesOf(change.words.percent)} />
      )}
    </span>
  );
}
