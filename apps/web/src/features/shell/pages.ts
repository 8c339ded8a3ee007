/** The pages of the top bar, in its order. */
const PAGES = [
  { name: "overview", label: "Overview", href: "/" },
  { name: "services", label: "Services", href: "/services" },
  { name: "peak-days", label: "Peak days", href: "/peak-days" },
  { name: "experiments", label: "Experiments", href: "/experiments" },
  { name: "comparison", label: "Compare", href: "/comparisons" },
] as const;

export type ShellPage = (typeof PAGES)[number]["name"];

/** `null`: a page that is not in the bar. */
export function shellPages(current: ShellPage | null): { label: string; href: string; current: boolean }[] {
  return PAGES.map(({ name, label, href }) => ({ label, href, current: name === current }));
}

/** The page of the bar that an address belongs to. */
export function shellPageAt(path: string): ShellPage | null {
  const isUnder = (href: string) => path === href || (href !== "/" && path.startsWith(`${href}/`));
  // These have no place of their own in the bar.
  if (isUnder("/gamedays")) return "peak-days";
  if (isUnder("/slos")) return "services";
  return PAGES.find(({ href }) => isUnder(href))?.name ?? null;
}
