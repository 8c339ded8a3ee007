import type { ReactNode } from "react";
import clsx from "clsx";

/** Drawn on 16 x 16 in strokes. The verdicts differ by outline, so that they are told apart without colour. */
const shapes = {
  met: (
    <>
      <circle cx="8" cy="8" r="6.2" />
      <path d="m5.2 8.2 2 2 3.7-4.2" />
    </>
  ),
  missed: (
    <>
      <path d="M5.4 2h5.2L14 5.4v5.2L10.6 14H5.4L2 10.6V5.4z" />
      <path d="m6 6 4 4m0-4-4 4" />
    </>
  ),
  unsure: (
    <>
      <path d="M8 1.6 14.4 8 8 14.4 1.6 8z" />
      <path d="M5.6 8.5c.9-1.2 1.6-1.2 2.4-.5s1.5.7 2.4-.5" />
    </>
  ),
  open: <circle cx="8" cy="8" r="6.2" strokeDasharray="2.4 2.4" />,
  none: (
    <>
      <circle cx="8" cy="8" r="6.2" />
      <path d="m3.7 3.7 8.6 8.6" />
    </>
  ),
  untargeted: (
    <>
      <circle cx="8" cy="8" r="6.2" />
      <path d="M5.2 8h5.6" />
    </>
  ),
  info: (
    <>
      <circle cx="8" cy="8" r="6.2" />
      <path d="M8 7.3V11M8 5v.1" />
    </>
  ),
  warning: (
    <>
      <path d="M8 2.2 14.3 13.4H1.7z" />
      <path d="M8 6.6v3.2M8 11.6v.1" />
    </>
  ),
  search: (
    <>
      <circle cx="7" cy="7" r="4.5" />
      <path d="M10.5 10.5 14 14" />
    </>
  ),
  down: <path d="M4 6.2 8 10l4-3.8" />,
  up: <path d="M4 9.8 8 6l4 3.8" />,
  copy: (
    <>
      <rect x="5.5" y="5.5" width="8" height="8" rx="1.5" />
      <path d="M10.5 5.500V4A1.5 1.5 0 0 0 9 2.500H4A1.5 1.5 0 0 0 2.5 4v5A1.5 1.5 0 0 0 4 10.500h1.5" />
    </>
  ),
  table: <path d="M2.5 3.500h11v9h-11zM2.5 6.700h11M6.5 6.700v5.8" />,
  chart: <path d="M2.5 2.500v11h11M4.8 10l2.7-3.5 2.3 2 3.7-4.7" />,
  download: <path d="M8 2.500V10M5.2 7.5 8 10.300l2.8-2.800M3 11v2.500h10V11" />,
  external: <path d="M6.5 3H3v10h10V9.500M9.5 2.500h4v4M13.2 2.8 7.5 8.5" />,
  close: <path d="m4 4 8 8m0-8-8 8" />,
  check: <path d="m3 8.500 3.300 3.500L13 4.500" />,
  left: <path d="M10 4 6 8l4 4" />,
  right: <path d="m6 4 4 4-4 4" />,
  "arrow-up": <path d="M8 13V3.500M3.800 7.500 8 3.300l4.200 4.200" />,
  "arrow-down": <path d="M8 3v9.500M3.800 8.500 8 12.700l4.200-4.200" />,
  same: <path d="M3 6h10M3 10h10" />,
  "step-up": <path d="M2.500 11.500h4v-6h5.500M10 3l2.500 2.500L10 8" />,
  "step-down": <path d="M2.500 4.500h4v6h5.500M10 8l2.500 2.500L10 13" />,
  plus: <path d="M8 3v10M3 8h10" />,
  more: <path d="M3.500 8v.1M8 8v.1m4.500-.1v.1" strokeWidth="2.200" />,
  compare: <path d="M2.500 5h9M9 2.500 11.500 5 9 7.500M13.500 11h-9M7 8.500 4.500 11 7 13.500" />,
  branch: (
    <>
      <circle cx="4.500" cy="3.500" r="1.700" />
      <circle cx="4.500" cy="12.500" r="1.700" />
      <circle cx="11.500" cy="5.500" r="1.700" />
      <path d="M4.500 5.200v5.600M11.500 7.200c0 2.600-4 2.200-6.200 3.800" />
    </>
  ),
  upload: <path d="M8 10.500V3M5.200 5.500 8 2.700l2.800 2.800M3 11v2.500h10V11" />,
  share: <path d="M8 9.500v-7M5.500 4.700 8 2.200l2.500 2.500M5 7H3v6.500h10V7h-2" />,
  link: (
    <path d="M6.800 9.200a2.600 2.600 0 0 0 3.700 0l2.200-2.200a2.600 2.600 0 0 0-3.700-3.700l-.8.8M9.200 6.800a2.600 2.600 0 0 0-3.700 0L3.300 9A2.600 2.600 0 0 0 7 12.700l.8-.8" />
  ),
  edit: <path d="M3 13h2.600L13 5.600 10.400 3 3 10.400zM8.700 4.700l2.600 2.600" />,
  trash: <path d="M2.500 4.500h11M6 4.500v-2h4v2M4 4.500l.7 9h6.600l.7-9M6.800 7v4M9.200 7v4" />,
  undo: <path d="M5.500 3 2.500 6l3 3M2.500 6H10a3.500 3.500 0 0 1 0 7H6" />,
  star: (
    <path d="m8 2 1.800 3.800 4.200.5-3.100 2.900.8 4.100L8 11.300l-3.700 2 .8-4.100L2 6.300l4.200-.5z" />
  ),
  pin: <path d="M8 14s4.500-4.200 4.500-7.500a4.500 4.500 0 0 0-9 0C3.500 9.800 8 14 8 14zM8 8.100V8" />,
  comment: <path d="M2.500 3h11v8H8l-3 2.500V11H2.500z" />,
  tag: <path d="M2.500 2.500H8l5.500 5.500L8 13.500 2.500 8zM5.300 5.300v.1" />,
  clock: (
    <>
      <circle cx="8" cy="8" r="6.2" />
      <path d="M8 4.500V8l2.500 1.700" />
    </>
  ),
  person: (
    <>
      <circle cx="8" cy="5.2" r="2.7" />
      <path d="M2.800 13.800c.4-2.900 2.500-4.300 5.200-4.300s4.800 1.400 5.200 4.300" />
    </>
  ),
  key: (
    <>
      <circle cx="5" cy="11" r="2.5" />
      <path d="m6.800 9.200 6.200-6.200M10.500 5.500l2 2" />
    </>
  ),
  settings: <path d="M2.500 5h5M11.500 5h2M2.500 11h2M8.500 11h5M9.500 3.300v3.400M6.500 9.300v3.400" />,
  zoom: (
    <>
      <circle cx="7" cy="7" r="4.5" />
      <path d="M10.500 10.500 14 14M5 7h4M7 5v4" />
    </>
  ),
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof shapes;

/** Always beside a word: an icon alone says nothing to a screen reader. */
export function Icon({ name, className }: { name: IconName; className?: string | undefined }) {
  return (
    <svg
      viewBox="0 0 16 16"
      aria-hidden="true"
      className={clsx("size-4 flex-none", className)}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {shapes[name]}
    </svg>
  );
}
