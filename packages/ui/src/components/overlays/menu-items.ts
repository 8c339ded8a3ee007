import type { IconName } from "../page/icon.tsx";

export interface MenuItem {
  label: string;
  icon?: IconName;
  /** A second line, muted. */
  hint?: string;
  /** The key that does the same. */
  shortcut?: string;
  danger?: boolean;
  disabled?: boolean;
  /** The current choice, shown with a tick. */
  current?: boolean;
  /** Either an address or something to do. */
  href?: string;
  onSelect?: () => void;
}

export interface MenuGroup {
  /** Names the group where there are several. */
  title?: string;
  items: readonly MenuItem[];
}
