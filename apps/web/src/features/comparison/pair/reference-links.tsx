import { textLinkClass } from "@headroom/ui";
import { AppLink } from "../../shell/app-link.tsx";

export interface ReferenceLink {
  href: string;
  words: string;
}

/** One click compares the same run with something else. */
export function ReferenceLinks({ links }: { links: readonly ReferenceLink[] }) {
  if (links.length === 0) return null;
  return (
    <ul
      aria-label="Other comparisons"
      className="mt-2 flex max-wide:mt-0 flex-wrap gap-x-4 gap-y-1 text-13 print:hidden"
    >
      {links.map(({ href, words }) => (
        <li key={href}>
          <AppLink href={href} className={textLinkClass}>
            {words}
          </AppLink>
        </li>
      ))}
    </ul>
  );
}
