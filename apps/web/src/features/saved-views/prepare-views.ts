import type { SavedView } from "@headroom/services";
import type { MenuGroup, MenuItem } from "@headroom/ui";

interface ViewsGiven {
  /** Undefined: they are being loaded. */
  views: readonly SavedView[] | undefined;
  failed: boolean;
  path: string;
  query: string;
}

/** The person's own views and the shared ones, as links. */
export function viewGroups({ views, failed, path, query }: ViewsGiven): MenuGroup[] {
  if (views === undefined) {
    const words = failed ? "Couldn't load the views. Reload the page." : "Loading…";
    return [{ items: [{ label: words, disabled: true }] }];
  }
  if (views.length === 0) return [{ items: [{ label: "No saved views yet", disabled: true }] }];
  const link = ({ name, query: saved }: SavedView): MenuItem => ({
    label: name,
    href: saved === "" ? path : `${path}?${saved}`,
    current: saved === query,
  });
  const own = views.filter(({ shared }) => !shared).map(link);
  const shared = views.filter((view) => view.shared).map(link);
  return [
    ...(own.length === 0 ? [] : [{ title: "Yours", items: own }]),
    ...(shared.length === 0 ? [] : [{ title: "Everybody's", items: shared }]),
  ];
}

/** The view that is open, if its reader may delete it. */
export function openView(
  views: readonly SavedView[] | undefined,
  { query, mayEdit }: { query: string; mayEdit: boolean },
): SavedView | undefined {
  return views?.find((view) => view.query === query && (mayEdit || !view.shared));
}
