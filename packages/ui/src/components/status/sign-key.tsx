import type { ReactNode } from "react";

/** The signs of the charts, each with one meaning everywhere. */
export type Sign =
  | "line"
  | "missed"
  | "branch"
  | "set-aside"
  | "level"
  | "worse"
  | "better"
  | "accepted"
  | "target"
  | "baseline"
  | "event";

const WORDS: Record<Sign, string> = {
  line: "run",
  missed: "misses a target or regressed",
  branch: "other branch",
  "set-aside": "set aside",
  level: "level and its usual range",
  worse: "change for the worse",
  better: "change for the better",
  accepted: "accepted change",
  target: "target",
  baseline: "baseline",
  event: "event",
};

interface SignKeyProps {
  /** Only those that the chart has. */
  signs: readonly Sign[];
  className?: string;
}

/** What the signs in a chart mean. */
export function SignKey({ signs, className = "" }: SignKeyProps) {
  if (signs.length === 0) return null;
  return (
    <ul
      aria-label="Signs in the chart"
      className={`flex flex-wrap gap-x-4 gap-y-1 text-12 text-ink-2 ${className}`}
    >
      {signs.map((sign) => (
        <li key={sign} className="inline-flex items-center gap-1.5 whitespace-nowrap">
          <svg
            width="18"
            height="12"
            viewBox="0 0 18 12"
            fill="none"
            aria-hidden="true"
            className="flex-none"
          >
            {DRAWN[sign]}
          </svg>
          {WORDS[sign]}
        </li>
      ))}
    </ul>
  );
}

const DRAWN: Record<Sign, ReactNode> = {
  line: (
    <>
      <path d="M0 6H18" stroke="var(--s1)" strokeWidth="1.7" />
      <circle cx="9" cy="6" r="3" fill="var(--s1)" />
    </>
  ),
  missed: (
    <>
      <path d="M0 6H18" stroke="var(--s1)" strokeWidth="1.7" />
      <circle cx="9" cy="6" r="3.5" fill="var(--bad)" stroke="var(--surface)" strokeWidth="1.2" />
    </>
  ),
  branch: <circle cx="9" cy="6" r="3" fill="var(--surface)" stroke="var(--ink-3)" strokeWidth="1.4" />,
  "set-aside": <path d="M5.5 2.5l7 7m0 -7l-7 7" stroke="var(--ink-3)" strokeWidth="1.6" />,
  level: (
    <>
      <rect width="18" height="10" y="1" fill="var(--neutral-soft)" />
      <path d="M0 6H18" stroke="var(--ink)" strokeWidth="1.4" />
    </>
  ),
  worse: <Diamond color="var(--bad)" />,
  better: <Diamond color="var(--good)" />,
  accepted: <Diamond color="var(--neutral)" />,
  target: <path d="M0 6H18" stroke="var(--ink)" strokeWidth="1.2" strokeDasharray="5 4" />,
  baseline: <path d="M0 6H18" stroke="var(--ink-3)" strokeWidth="1.2" />,
  event: <path d="M9 0V12" stroke="var(--ink-2)" strokeWidth="1.2" strokeDasharray="1.5 3" />,
};

function Diamond({ color }: { color: string }) {
  return (
    <>
      <path d="M9 4V12" stroke={color} strokeWidth="1.4" />
      <path d="M9 0l4 4l-4 4l-4 -4z" fill={color} />
    </>
  );
}
