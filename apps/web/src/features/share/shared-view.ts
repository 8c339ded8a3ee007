/** What a link opens: its page, or the wall of its peak day. */
export type SharedView = "page" | "wall";

/** Where a view of a link is; anything that isn't one is its page. */
export function sharedViewPath(path: string, view: unknown): string {
  return view === "wall" ? `${path}/wall` : path;
}
