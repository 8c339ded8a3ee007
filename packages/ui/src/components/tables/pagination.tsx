import clsx from "clsx";
import { formatCount, formatRange } from "@headroom/core/format";
import { BareButton } from "../fields/bare-button.tsx";
import { buttonClass } from "../fields/button.tsx";
import { Icon } from "../page/icon.tsx";
import type { LinkElement } from "../page/link.ts";

interface PaginationProps {
  /** From 0. */
  page: number;
  pageSize: number;
  total: number;
  /** What is counted, in the plural: "runs". */
  of: string;
  /** Pages that have addresses. */
  href?: (page: number) => string;
  /** Pages that have none. */
  onPage?: (page: number) => void;
  link?: LinkElement;
  className?: string | undefined;
}

/**
 * "1 to 50 of 1,204 runs", and one page back or on. It runs on the server where pages have addresses: a function
 * could not be handed over to a browser.
 */
export function Pagination({ page, pageSize, total, of, href, onPage, link, className }: PaginationProps) {
  const last = Math.max(0, Math.ceil(total / pageSize) - 1);
  const from = total === 0 ? 0 : page * pageSize + 1;
  const to = Math.min(total, (page + 1) * pageSize);
  const step = { ...(href ? { href } : {}), ...(onPage ? { onPage } : {}), link: link ?? "a" };
  return (
    <nav
      aria-label={`Pages of ${of}`}
      className={clsx("flex flex-wrap items-center justify-between gap-3 text-12 text-ink-3", className)}
    >
      <span aria-live="polite">
        {formatRange(formatCount(from), formatCount(to))} of {formatCount(total)} {of}
      </span>
      {last > 0 ? (
        <span className="flex gap-2">
          <Step label="Previous" icon="left" to={page > 0 ? page - 1 : null} {...step} />
          <Step label="Next" icon="right" to={page < last ? page + 1 : null} {...step} />
        </span>
      ) : null}
    </nav>
  );
}

interface StepProps {
  label: "Previous" | "Next";
  icon: "left" | "right";
  to: number | null;
  href?: (page: number) => string;
  onPage?: (page: number) => void;
  link: LinkElement;
}

function Step({ label, icon, to, href, onPage, link: Link }: StepProps) {
  const content = (
    <>
      {icon === "left" ? <Icon name="left" /> : null}
      {label}
      {icon === "right" ? <Icon name="right" /> : null}
    </>
  );
  if (href && to !== null) {
    return (
      <Link href={href(to)} className={buttonClass("plain")}>
        {content}
      </Link>
    );
  }
  return (
    <BareButton
      disabled={to === null}
      className={buttonClass("plain")}
      onClick={onPage && to !== null ? () => onPage(to) : undefined}
    >
      {content}
    </BareButton>
  );
}
