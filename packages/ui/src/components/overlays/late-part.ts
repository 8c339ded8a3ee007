import { useCallback, useEffect, useEffectEvent, useState } from "react";

/** The part, once it is there, and what loads it. */
type LatePart<Part> = [Part | null, () => Promise<void>];

/**
 * Part of a component that loads when it is first wanted: most menus, popovers and dialogs of a page stay closed. Not a
 * lazy component, because one that fails to load would replace the page and lose what was typed in it.
 */
export function latePart<Part>(load: () => Promise<Part>): () => LatePart<Part> {
  let loaded: Part | null = null;
  return function useLatePart() {
    const [part, setPart] = useState(() => loaded);
    const fetchPart = useCallback(async () => {
      loaded ??= await load();
      setPart(() => loaded);
    }, []);
    return [part, fetchPart];
  };
}

interface Opened {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Loads a dialog when it first opens. One that can't be loaded closes, so that it can be tried again. */
export function useWhenOpened(load: (() => Promise<void>) | null, { open, onOpenChange }: Opened): void {
  const isDue = open && load !== null;
  const close = useEffectEvent(() => onOpenChange(false));
  useEffect(() => {
    if (isDue) load().catch(() => close());
  }, [isDue, load]);
}
