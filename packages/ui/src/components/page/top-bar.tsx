import type { ReactNode } from "react";
import clsx from "clsx";
import { BrandMark } from "./brand-mark.tsx";
import type { LinkElement } from "./link.ts";
import { Measure } from "./page.tsx";

export interface Crumb {
  label: string;
  href?: string;
}

interface TopBarProps {
  home: string;
  /** The workspace, next to the product's name. */
  workspace?: ReactNode;
  crumbs: readonly Crumb[];
  pages: readonly { label: string; href: string; current: boolean }[];
  account?: ReactNode;
  link?: LinkElement;
}

export function TopBar({ home, workspace, crumbs, pages, account, link: Link = "a" }: TopBarProps) {
  return (
    <header className="border-b border-line bg-surface print:hidden">
      <Measure className="flex min-h-13 flex-wrap items-center gap-x-3 gap-y-1 pt-2 wide:pt-0 wide:flex-nowrap wide:gap-x-5">
        <Link
          href={home}
          className="flex min-h-9 items-center gap-2.5 text-15 font-[650] tracking-[-0.015em] text-ink"
        >
          <BrandMark />
          <span className="max-wide:sr-only">Headroom</span>
        </Link>
        {workspace}
        <Crumbs crumbs={crumbs} link={Link} />
        {/* On a phone, the pages have a row of their own, and all of them are in sight. */}
        <div className="contents wide:ml-auto wide:flex wide:items-center wide:gap-3 wide:self-stretch">
          <nav
            aria-label="Pages"
            className="order-9 -mx-4 flex w-[calc(100%+2rem)] min-w-0 flex-wrap justify-between self-stretch px-2 wide:order-none wide:mx-0 wide:w-auto wide:flex-nowrap wide:justify-start wide:px-0"
          >
            {pages.map(({ label, href, current }) => (
              <Link
                key={href}
                href={href}
                aria-current={current ? "page" : undefined}
                className={clsx(
                  "flex min-h-9 items-center border-y-2 border-t-transparent px-0.5 text-13 whitespace-nowrap transition-colors duration-120 wide:px-2.5",
                  current
                    ? "border-b-ink font-semibold text-ink"
                    : "border-b-transparent text-ink-2 hover:text-ink",
                )}
              >
                {label}
              </Link>
            ))}
          </nav>
          <div className="ml-auto flex items-center wide:ml-0 wide:gap-3">{account}</div>
        </div>
      </Measure>
    </header>
  );
}

/** "Services" is cut after longer names: it would be no shorter. */
const SHORT = 12;

/** Long names before the page's own are cut first, and the page's own last. Where the bar is narrow, only the page itself is named. */
function Crumbs({ crumbs, link: Link }: { crumbs: readonly Crumb[]; link: LinkElement }) {
  if (crumbs.length === 0) return null;
  return (
    <nav
      aria-label="Breadcrumb"
      className="hidden min-w-0 flex-1 overflow-hidden border-l border-line pl-5 wide:block"
    >
      <ol className="flex min-w-0 items-center gap-2 text-13 text-ink-2">
        {crumbs.map(({ label, href }, position) => {
          const last = position === crumbs.length - 1;
          return (
            <li
              key={`${position} ${label}`}
              title={label}
              className={clsx(
                "flex items-center gap-2",
                last && "min-w-0",
                !last && "hidden min-w-10 min-[1240px]:flex",
                !last && (label.length <= SHORT ? "shrink-[10]" : "shrink-[1000]"),
              )}
            >
              {position > 0 ? (
                <span aria-hidden="true" className="hidden text-ink-3 min-[1240px]:inline">
                  /
                </span>
              ) : null}
              {href && !last ? (
                <Link href={href} className="truncate hover:text-ink">
                  {label}
                </Link>
              ) : (
                <span
                  className={clsx("truncate", last && "font-semibold text-ink")}
                  aria-current={last ? "page" : undefined}
                >
                  {label}
                </span>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
