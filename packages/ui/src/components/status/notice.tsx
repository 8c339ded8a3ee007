import type { ReactNode } from "react";
import clsx from "clsx";
import { Icon } from "../page/icon.tsx";
import type { IconName } from "../page/icon.tsx";

export type Tone = "good" | "bad" | "unsure" | "neutral";

export const toneLooks: Record<Tone, { icon: IconName; text: string; ground: string }> = {
  good: { icon: "met", text: "text-good", ground: "bg-good-soft" },
  bad: { icon: "missed", text: "text-bad", ground: "bg-bad-soft" },
  unsure: { icon: "warning", text: "text-unsure", ground: "bg-unsure-soft" },
  neutral: { icon: "info", text: "text-neutral", ground: "bg-neutral-soft" },
};

interface NoticeProps {
  tone?: Tone;
  title?: ReactNode;
  children?: ReactNode;
  /** Buttons or a link to the next step. */
  action?: ReactNode;
  /** It appears while the page is open, so screen readers announce it. */
  live?: boolean;
  className?: string | undefined;
}

/** A message where it belongs, not over the page: what happened, and what to do. */
export function Notice({ tone = "neutral", title, children, action, live = false, className }: NoticeProps) {
  const { icon, text, ground } = toneLooks[tone];
  return (
    <div
      role={live ? (tone === "bad" ? "alert" : "status") : undefined}
      className={clsx(
        "flex items-start gap-2.5 rounded-control px-3 py-2.5 text-13 leading-[19px] text-ink",
        ground,
        className,
      )}
    >
      <Icon name={icon} className={clsx("mt-[1.5px]", text)} />
      <div className="min-w-0 flex-1 wrap-anywhere">
        {title ? <b className="font-semibold">{title} </b> : null}
        {children}
        {action ? <div className="mt-2 flex flex-wrap gap-2">{action}</div> : null}
      </div>
    </div>
  );
}
