/** The pages of the top bar, in its order. */
const PAGES = [
  { name: "overview", label: "Overview", href: "/" },
  { name: "catalog", label: "Catalog", href: "/catalog" },
  { name: "services", label: "Services", href: "/services" },
  { name: "peak-days", label: "Peak days", href: "/peak-days" },
  { name: "comparison", label: "Compare", href: "/comparisons" },
  { name: "upload", label: "Upload", href: "/upload" },
] as const;

export type ShellPage = (typeof PAGES)[number]["name"];

/** `null`: a page that is not in the bar. */
export function shellPages(current: ShellPage | null): { label: string; href: string; current: boolean }[] {
  return PAGES.map(({ name, label, href }) => ({ label, href, current: name === current }));
}

/** The page of the bar that an address belongs to. */
export function shellPageAt(path: string): ShellPage | null {
  const isUnder = (href: string) => path === href || (href !== "/" && path.startsWith(`${href}/`));
  // Gamedays rehearse peak days, and have no place of their own in the bar.
  if (isUnder("/gamedays")) return "peak-days";
  return PAGES.find(({ href }) => isUnder(href))?.name ?? null;
}
