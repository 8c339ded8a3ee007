import { useSyncExternalStore } from "react";

/** The current theme, for what is painted on a canvas and not styled. */
export function useTheme(): string {
  return useSyncExternalStore(subscribe, read, () => "light");
}

const NIGHT = "(prefers-color-scheme: dark)";

function read(): string {
  return document.documentElement.dataset["theme"] ?? (window.matchMedia(NIGHT).matches ? "dark" : "light");
}

function subscribe(onChange: () => void): () => void {
  const media = window.matchMedia(NIGHT);
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  media.addEventListener("change", onChange);
  return () => {
    observer.disconnect();
    media.removeEventListener("change", onChange);
  };
}
