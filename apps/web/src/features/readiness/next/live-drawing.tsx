import clsx from "clsx";
import { HATCH } from "../hatch.ts";
import type { LiveChart } from "./live-chart.ts";

/** The last hour below the ceiling. Words are beside the picture, so that it can be as wide as there is room. */
export function LiveDrawing({ chart }: { chart: LiveChart }) {
  const { last, ceiling, slope, rows, times, spoken } = chart;
  return (
    <div
      role="img"
      aria-label={spoken}
      className="relative mt-1 h-40 pb-6 pl-9 text-11 text-ink-3 select-none"
    >
      <div className="relative h-full">
        {ceiling === null ? null : (
          <span className={clsx("absolute inset-x-0 top-0", HATCH)} style={{ height: `${ceiling.y}%` }} />
        )}
        {[{ y: 100, text: "0" }, ...rows].map(({ y, text }) => (
          <span key={text} className="absolute inset-x-0 h-px bg-line" style={{ top: `${y}%` }}>
            <span className="absolute right-full -translate-y-1/2 pr-2">{text}</span>
          </span>
        ))}
        <Lines chart={chart} />
        {ceiling === null ? null : (
          <span
            className="absolute inset-x-0 h-[2.5px] -translate-y-1/2 bg-ink"
            style={{ top: `${ceiling.y}%` }}
          >
            <span className="absolute top-1.5 left-1.5 font-semibold whitespace-nowrap text-ink">
              {ceiling.text}
            </span>
          </span>
        )}
        {last === null ? null : <Dot x={last.x} y={last.y} className="bg-[var(--s1)]" />}
        {slope === null ? null : (
          <>
            <Dot x={slope.x} y={slope.y} className="bg-unsure" />
            <span
              className="absolute mt-2 -translate-x-1/2 font-semibold text-unsure"
              style={{ left: `${slope.x}%`, top: `${slope.y}%` }}
            >
              {slope.text}
            </span>
          </>
        )}
        {times.map(({ x, text }) => (
          <span
            key={text}
            className={clsx(
              "absolute top-full mt-1.5 whitespace-nowrap",
              x > 94 ? "-translate-x-full" : "-translate-x-1/2",
            )}
            style={{ left: `${x}%` }}
          >
            {text}
          </span>
        ))}
      </div>
    </div>
  );
}

function Lines({ chart: { line, area, last, slope } }: { chart: LiveChart }) {
  return (
    <svg
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      className="absolute inset-0 size-full overflow-visible"
      aria-hidden="true"
    >
      <path d={area} fill="var(--s1)" fillOpacity="0.08" />
      <path
        d={line}
        fill="none"
        stroke="var(--s1)"
        strokeWidth="2"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
      {slope === null || last === null ? null : (
        <path
          d={`M${last.x} ${last.y}L${slope.x} ${slope.y}`}
          fill="none"
          stroke="var(--unsure)"
          strokeWidth="2"
          strokeDasharray="4 3"
          vectorEffect="non-scaling-stroke"
        />
      )}
    </svg>
  );
}

function Dot({ x, y, className }: { x: number; y: number; className: string }) {
  return (
    <span
      className={clsx(
        "absolute size-[9px] -translate-x-1/2 -translate-y-1/2 rounded-full ring-2 ring-surface",
        className,
      )}
      style={{ left: `${x}%`, top: `${y}%` }}
    />
  );
}
