"use client";

import { placeX } from "./crosshair-line.tsx";
import type { PlotBox } from "./plot-box.ts";
import type { TimeModel } from "./time-model.ts";

interface CommentMarksProps {
  model: TimeModel;
  box: PlotBox;
  onComment: ((key: string) => void) | undefined;
}

/** Words of members where they are pinned: a mark on the axis that opens them. */
export function CommentMarks({ model, box, onComment }: CommentMarksProps) {
  const x = placeX(model, box);
  return model.comments.map(({ key, atSeconds, text }) => (
    <button
      key={key}
      type="button"
      aria-label={`Comment: ${text}`}
      title={text}
      onClick={() => onComment?.(key)}
      data-not-in-picture=""
      className="absolute flex size-8 -translate-x-1/2 -translate-y-1/2 items-center justify-center"
      style={{ left: x(atSeconds), top: box.bottom }}
    >
      <svg viewBox="0 0 16 16" aria-hidden="true" className="size-4">
        <path
          d="M2 2h12v8.500H9.500L8 13l-1.500-2.500H2z"
          className="fill-ink stroke-surface"
          strokeWidth="1.5"
          strokeLinejoin="round"
        />
      </svg>
    </button>
  ));
}
