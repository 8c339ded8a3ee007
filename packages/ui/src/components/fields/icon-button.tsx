import type { ButtonHTMLAttributes } from "react";
import clsx from "clsx";
import { BareButton } from "./bare-button.tsx";
import { Icon } from "../page/icon.tsx";
import type { IconName } from "../page/icon.tsx";

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "children" | "aria-label"> {
  /** What it does, for screen readers and under the pointer. */
  label: string;
  icon: IconName;
}

/** For rows and corners where a text label would repeat many times. Everywhere else a button has text. */
export function IconButton({ label, icon, className, ...rest }: IconButtonProps) {
  return (
    <BareButton
      aria-label={label}
      title={label}
      className={clsx(
        "inline-flex size-9 flex-none items-center justify-center rounded-control text-ink-3 transition-colors duration-120 wide:size-8",
        "hover:bg-neutral-soft hover:text-ink disabled:bg-transparent disabled:text-line-strong",
        className,
      )}
      {...rest}
    >
      <Icon name={icon} />
    </BareButton>
  );
}
