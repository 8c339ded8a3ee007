import type { ChangeState } from "@headroom/ui";
import type { ChangeBar } from "./change-bar.ts";

const WIDTH = 200;
const HEIGHT = 18;

const TINTS: Partial<Record<ChangeState, string>> = {
  improved: "var(--good)",
  regressed: "var(--bad)",
  differs: "var(--unsure)",
};

/** "slower | same | faster" above the bars. */
export function ChangeBarHead() {
  return (
    <span className="flex justify-between text-11" style={{ width: WIDTH }}>
      <span>{"\u2190 slower"}</span>
      <span>same</span>
      <span>{"faster \u2192"}</span>
    </span>
  );
}

/** The interval of a change, and in grey what this pair could not show: as in the chart of the whole run. */
export function ChangeBarCell({ bar, reach }: { bar: ChangeBar | null; reach: number }) {
  if (bar === null) return null;
  const x = (ratio: number) => {
    const share = Math.log(ratio) / Math.log(reach);
    return (WIDTH / 2) * (1 + Math.max(-0.95, Math.min(0.95, share)));
  };
  const { at, from, to, block, state } = bar;
  const tint = TINTS[state] ?? "var(--neutral)";
  return (
    <svg
      aria-hidden="true"
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className="block"
    >
      {block === null ? null : (
        <rect
          x={x(1 / block)}
          width={x(block) - x(1 / block)}
          y="2"
          height="14"
          fill="var(--line-strong)"
          opacity="0.55"
        />
      )}
      <path d={`M${WIDTH / 2} 0V${HEIGHT}`} stroke="var(--ink)" strokeWidth="1.4" />
      {from === null || to === null ? null : (
        <rect
          x={x(from) - 2}
          width={x(to) - x(from) + 4}
          y="5.5"
          height="7"
          rx="3.5"
          fill={tint}
          opacity="0.4"
        />
      )}
      <circle cx={x(at)} cy={HEIGHT / 2} r="3.6" fill={tint} stroke="var(--surface)" />
    </svg>
  );
}
