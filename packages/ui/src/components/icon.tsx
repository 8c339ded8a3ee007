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
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof shapes;

/** Always beside a word: an icon alone says nothing to a screen reader. */
export function Icon({ name, className }: { name: IconName; className?: string }) {
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
