import clsx from "clsx";
import { HATCH } from "./hatch.ts";
import type { HeadroomBar } from "./prepare-headroom-bar.ts";

/** The headroom in one line: expected, required and what tests have shown, on one scale. */
export function HeadroomLine({ bar, className }: { bar: HeadroomBar; className?: string }) {
  const { expected, required, proven, ticks, spoken } = bar;
  const end = proven?.at ?? 0;
  const room = end - required.at;
  return (
    <div
      role="img"
      aria-label={spoken}
      className={clsx("relative h-14 text-11 font-semibold tabular-nums select-none", className)}
    >
      <span className={clsx("absolute top-1.5 right-0 h-7", HATCH)} style={{ left: `${end}%` }} />
      <span className="absolute top-1.5 left-0 h-7 bg-neutral-soft" style={{ width: `${end}%` }} />
      <span
        className="absolute top-1.5 left-0 flex h-7 items-center overflow-hidden bg-[var(--s1)] pl-2 whitespace-nowrap text-surface"
        style={{ width: `${expected.at}%` }}
      >
        {expected.at > 20 ? "expected" : null}
      </span>
      <span className="absolute top-0 h-10 w-0.5 bg-ink" style={{ left: `${required.at}%` }} />
      {proven === null ? (
        <span className="absolute top-1.5 right-2 flex h-7 items-center bg-surface px-1.5 text-bad">
          no proof
        </span>
      ) : (
        <span
          className={clsx(
            "absolute top-0 -ml-[1.5px] h-10 w-[3px]",
            proven.isAccepted ? "bg-unsure" : "bg-ink",
          )}
          style={{ left: `${end}%` }}
        />
      )}
      {room > 30 ? (
        <span className="absolute top-1.5 flex h-7 items-center pl-2" style={{ left: `${required.at}%` }}>
          required
        </span>
      ) : null}
      {proven !== null && (room > 50 || (room > 18 && room <= 30)) ? (
        <span className="absolute top-1.5 flex h-7 items-center pr-2" style={{ right: `${100 - end}%` }}>
          {proven.isAccepted ? "measured" : "proven"}
        </span>
      ) : null}
      <span className="absolute inset-x-0 top-[2.6rem] h-px bg-line-strong" />
      {ticks.map(({ at, text }) => (
        <span
          key={text}
          className={clsx("absolute top-[2.75rem] font-normal text-ink-3", at > 1 && "-translate-x-1/2")}
          style={{ left: `${at}%` }}
        >
          {text}
        </span>
      ))}
    </div>
  );
}
