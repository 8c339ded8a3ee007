"use client";

import { BareButton } from "../../components/fields/bare-button.tsx";
import { placeX } from "./crosshair-line.tsx";
import type { PlotBox } from "../plot/plot-box.ts";
import type { TimeModel } from "../model/time-model.ts";

/** From the middle of the mark down to its tip. */
const TIP = 6;

interface CommentMarksProps {
  model: TimeModel;
  box: PlotBox;
  onComment: ((key: string) => void) | undefined;
}

/** Marks on the axis where comments are pinned. A mark opens its comment. */
export function CommentMarks({ model, box, onComment }: CommentMarksProps) {
  const x = placeX(model, box);
  return model.comments.map(({ key, atSeconds, text }) => (
    <BareButton
      key={key}
      aria-label={`Comment: ${text}`}
      title={text}
      onClick={() => onComment?.(key)}
      data-not-in-picture=""
      className="absolute flex size-8 -translate-x-1/2 -translate-y-1/2 items-center justify-center"
      style={{ left: x(atSeconds), top: box.bottom - TIP }}
    >
      <svg viewBox="0 0 16 16" aria-hidden="true" className="size-4">
        <path
          d="M2 1h12v9h-4l-2 3.5L6 10H2z"
          className="fill-ink stroke-surface"
          strokeWidth="1.5"
          strokeLinejoin="round"
        />
      </svg>
    </BareButton>
  ));
}
