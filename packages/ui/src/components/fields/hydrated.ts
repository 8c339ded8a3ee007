import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** Whether the scripts of this part of the page run: false in the HTML of the server and until React takes it over. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
