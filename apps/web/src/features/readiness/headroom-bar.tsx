import clsx from "clsx";
import type { ReadinessReport } from "@headroom/contract";
import { Sheet, SheetNote, SheetSection, SheetTitle } from "@headroom/ui";
import { HATCH } from "./hatch.ts";
import { prepareHeadroomBar } from "./prepare-headroom-bar.ts";
import type { BarMark, HeadroomBar as Model } from "./prepare-headroom-bar.ts";

/** What the peak needs against what tests have shown: the mark of the house, with figures. */
export function HeadroomBar({ report }: { report: ReadinessReport }) {
  const model = prepareHeadroomBar(report);
  if (model === null) return null;
  return (
    <Sheet label="Headroom" className="mt-5">
      <SheetSection>
        <div className="flex flex-wrap items-baseline gap-x-3">
          <SheetTitle>Headroom</SheetTitle>
          <span className="text-12 text-ink-3">what the peak needs against what tests have shown, req/s</span>
        </div>
        <Drawing model={model} />
      </SheetSection>
      <SheetNote>{noteOf(model)}</SheetNote>
    </Sheet>
  );
}

function noteOf({ proven }: Model): string {
  if (proven === null) return "Nothing is proven yet.";
  const lowest = "the lowest of the experiments that represent the peak";
  return proven.isAccepted
    ? `Measured is ${lowest}. It missed a target, and somebody accepted that. To the right of it, nothing is known.`
    : `Proven is ${lowest}. To the right of it, nothing is proven.`;
}

function Drawing({ model }: { model: Model }) {
  const { expected, required, proven, between, ticks, spoken } = model;
  return (
    <div role="img" aria-label={spoken} className="relative mt-4 h-32 text-12 tabular-nums select-none">
      <Label mark={required} className="top-6" />
      {proven === null ? null : <Label mark={proven} className="top-0 font-semibold" />}
      <span className={clsx("absolute top-12 right-0 h-9", HATCH)} style={{ left: `${proven?.at ?? 0}%` }} />
      <span
        className="absolute top-12 left-0 h-9 bg-[var(--s1)] opacity-45"
        style={{ width: `${required.at}%` }}
      />
      <span className="absolute top-12 left-0 h-9 bg-[var(--s1)]" style={{ width: `${expected.at}%` }} />
      {between === null ? null : (
        <span
          className={clsx(
            "absolute top-12 flex h-9 items-center justify-center overflow-hidden font-semibold whitespace-nowrap",
            between.isShort ? "bg-bad-soft text-bad" : "bg-good-soft text-good",
          )}
          style={{ left: `${between.from}%`, width: `${between.to - between.from}%` }}
        >
          {between.to - between.from > 22 ? between.text : null}
        </span>
      )}
      <span className="absolute top-11 h-12 w-px bg-ink" style={{ left: `${required.at}%` }} />
      {proven === null ? null : (
        <span className="absolute top-5 -ml-[1.5px] h-18 w-[3px] bg-ink" style={{ left: `${proven.at}%` }} />
      )}
      <Label mark={expected.at > 50 ? expected : { ...expected, at: 0 }} className="top-[5.4rem]" />
      <span className="absolute inset-x-0 top-[6.6rem] h-px bg-line-strong" />
      {ticks.map(({ at, text }) => (
        <span
          key={text}
          className={clsx("absolute top-[6.8rem] text-11 text-ink-3", at > 1 && "-translate-x-1/2")}
          style={{ left: `${at}%` }}
        >
          {text}
        </span>
      ))}
    </div>
  );
}

/** Words over or under their place, which stay inside the drawing. */
function Label({ mark: { at, text }, className }: { mark: BarMark; className: string }) {
  const side = at > 50 ? { right: `${100 - at}%` } : { left: `${at}%` };
  return (
    <span
      className={clsx(
        "absolute z-10 bg-surface whitespace-nowrap",
        at > 50 ? "pr-1.5" : at > 0 && "pl-1.5",
        className,
      )}
      style={side}
    >
      {text}
    </span>
  );
}
