import type { SpreadModel } from "./prepare-slices.ts";

/** One bar per slice length on a log axis, with lines for the overall p99 and the target. */
export function SliceSpread({ model }: { model: SpreadModel }) {
  const { rows, whole, target, ticks } = model;
  return (
    <figure className="m-0 mt-4" aria-label="p99 by slice length">
      <div className="grid grid-cols-[56px_minmax(0,1fr)_112px] items-center text-12">
        {rows.map(({ name, bar, words }) => (
          <div key={name} className="contents">
            <span className="text-ink-3">{name}</span>
            <span className="relative h-9">
              {ticks.map(({ at }) => (
                <Line key={at} at={at} color="var(--grid)" />
              ))}
              {target ? <Line at={target.at} color="var(--ink-2)" dashed /> : null}
              {bar ? (
                <>
                  <Bar from={bar.from} to={bar.to} opacity={0.3} />
                  <Bar from={bar.quarter} to={bar.threeQuarters} opacity={0.75} />
                </>
              ) : null}
              {whole ? <Line at={whole.at} color="var(--ink)" /> : null}
            </span>
            <span className={`pl-3 text-right ${bar ? "font-medium text-ink-2" : "text-ink-3"}`}>
              {words}
            </span>
          </div>
        ))}
        <span />
        <span className="relative h-5 text-11 text-ink-3">
          {ticks.map(({ at, label }) => (
            <span key={label} className="absolute -translate-x-1/2" style={{ left: `${at}%` }}>
              {label}
            </span>
          ))}
        </span>
        <span />
      </div>
      <figcaption className="mt-1 flex flex-wrap gap-x-4 text-12 text-ink-2">
        {whole ? (
          <span className="inline-flex items-center gap-1.5">
            <span aria-hidden="true" className="h-3 border-l-2 border-ink" />
            {whole.words}
          </span>
        ) : null}
        {target ? (
          <span className="inline-flex items-center gap-1.5">
            <span aria-hidden="true" className="h-3 border-l-2 border-dashed border-ink-2" />
            {target.words}
          </span>
        ) : null}
      </figcaption>
    </figure>
  );
}

function Bar({ from, to, opacity }: { from: number; to: number; opacity: number }) {
  return (
    <span
      className="absolute top-1/2 h-2.5 -translate-y-1/2 rounded-full"
      style={{ left: `${from}%`, width: `max(4px, ${to - from}%)`, background: "var(--s1)", opacity }}
    />
  );
}

function Line({ at, color, dashed = false }: { at: number; color: string; dashed?: boolean }) {
  return (
    <span
      className="absolute inset-y-0 w-0"
      style={{ left: `${at}%`, borderLeft: `1.5px ${dashed ? "dashed" : "solid"} ${color}` }}
    />
  );
}
