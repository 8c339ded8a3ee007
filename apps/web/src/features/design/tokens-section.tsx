import { Sheet } from "@headroom/ui";
import type { InTheme } from "./both-themes.tsx";
import { Sample } from "./sample.tsx";

const PAPER = [
  "canvas",
  "surface",
  "sunken",
  "line",
  "line-strong",
  "control",
  "ink",
  "ink-2",
  "ink-3",
  "accent",
  "accent-soft",
];
const VERDICTS = ["good", "bad", "unsure", "neutral"];
const SERIES = [1, 2, 3, 4, 5, 6, 7, 8];
const PERCENTILES = [
  ["q50", "p50"],
  ["q90", "p90"],
  ["q99", "p99"],
  ["q999", "p99.9"],
] as const;
/** Machado, Oliveira and Fernandes 2009, as filters. */
const SIGHTS = {
  protan: ".152 1.053 -.205 0 0 .115 .786 .099 0 0 -.004 -.048 1.052 0 0 0 0 0 1 0",
  deutan: ".367 .861 -.228 0 0 .280 .673 .047 0 0 -.012 .043 .969 0 0 0 0 0 1 0",
  tritan: "1.256 -.077 -.179 0 0 -.078 .931 .148 0 0 .005 .691 .304 0 0 0 0 0 1 0",
};
const TYPE = [
  ["text-32", "317,474"],
  ["text-26", "3 of 8 experiments hold."],
  ["text-24", "240 ms"],
  ["text-21", "3 of 8 experiments hold."],
  ["text-15", "Section heading"],
  ["text-14", "Body"],
  ["text-13", "Table cells and controls"],
  ["text-12", "Units, labels, captions"],
  ["text-11", "Axis text, the smallest allowed"],
] as const;

export function TokensSection({ theme }: InTheme) {
  return (
    <>
      <Sheet label={`Colours, ${theme}`}>
        <Sample title="Paper and ink" words="warm neutrals; the interface itself has no hue">
          <Swatches names={PAPER} />
        </Sample>
        <Sample title="Verdict colours" words="only for verdicts, always with icon and word">
          <Swatches names={VERDICTS.flatMap((name) => [name, `${name}-soft`])} />
        </Sample>
        <Sample
          title="Eight series"
          words="in this order, and as seen with colour blindness; percentiles share one hue"
        >
          <Series />
        </Sample>
      </Sheet>
      <Sheet label={`Type, ${theme}`}>
        <Sample title="Type: Inter, tabular figures">
          <dl>
            {TYPE.map(([size, words]) => (
              <div key={size} className="flex items-baseline gap-4 border-b border-line py-1.5 last:border-0">
                <dt className="w-16 flex-none font-mono text-11 text-ink-3">{size}</dt>
                <dd className={`${size} min-w-0 truncate font-semibold`}>{words}</dd>
              </div>
            ))}
            <div className="flex items-baseline gap-4 py-1.5">
              <dt className="w-16 flex-none font-mono text-11 text-ink-3">mono</dt>
              <dd className="font-mono text-13">a41f9c2 corecs.viewed-together</dd>
            </div>
          </dl>
        </Sample>
        <Sample title="Space, radius, elevation">
          <div className="flex items-end gap-3">
            {[4, 8, 12, 16, 24, 32, 48, 64].map((size) => (
              <span key={size} className="text-center font-mono text-11 text-ink-3">
                <span className="mx-auto mb-1 block bg-ink-2" style={{ width: size, height: size }} />
                {size}
              </span>
            ))}
          </div>
          <div className="mt-4 grid grid-cols-2 gap-4 text-12 text-ink-2 wide:grid-cols-4">
            <span className="flex h-14 items-center justify-center rounded-chip border border-line-strong">
              3 chip
            </span>
            <span className="flex h-14 items-center justify-center rounded-control border border-line-strong">
              6 control
            </span>
            <span className="flex h-14 items-center justify-center rounded-sheet border border-line-strong">
              10 sheet
            </span>
            <span className="flex h-14 items-center justify-center rounded-control bg-surface shadow-float">
              floats
            </span>
          </div>
        </Sample>
      </Sheet>
    </>
  );
}

function Swatches({ names }: { names: readonly string[] }) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(92px,1fr))] gap-3">
      {names.map((name) => (
        <li key={name} className="text-12">
          <span
            className="mb-1 block h-10 rounded-chip inset-ring inset-ring-line"
            style={{ background: `var(--${name})` }}
          />
          {name}
        </li>
      ))}
    </ul>
  );
}

function Series() {
  return (
    <div className="flex flex-col gap-1.5 text-12 text-ink-2">
      <svg width="0" height="0" className="absolute" aria-hidden="true">
        {Object.entries(SIGHTS).map(([name, values]) => (
          <filter key={name} id={`sight-${name}`} colorInterpolationFilters="linearRGB">
            <feColorMatrix values={values} />
          </filter>
        ))}
      </svg>
      {["as is", ...Object.keys(SIGHTS)].map((sight) => (
        <div key={sight} className="grid grid-cols-[56px_repeat(8,minmax(0,1fr))] items-center gap-1.5">
          <span>{sight}</span>
          {SERIES.map((index) => (
            <span
              key={index}
              className="h-5 rounded-chip text-center text-11 leading-5"
              style={{
                background: `var(--s${index})`,
                color: `var(--on-s${index})`,
                filter: sight === "as is" ? undefined : `url(#sight-${sight})`,
              }}
            >
              {sight === "as is" ? `s${index}` : ""}
            </span>
          ))}
        </div>
      ))}
      <div className="grid grid-cols-[56px_repeat(4,minmax(0,1fr))] items-center gap-1.5">
        <span>ordered</span>
        {PERCENTILES.map(([token, name]) => (
          <span key={token} className="flex items-center gap-2">
            <span className="h-5 flex-1 rounded-chip" style={{ background: `var(--${token})` }} />
            {name}
          </span>
        ))}
      </div>
    </div>
  );
}
