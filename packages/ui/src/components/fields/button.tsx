import type { ButtonHTMLAttributes } from "react";
import clsx from "clsx";
import { BareButton } from "./bare-button.tsx";

export type ButtonLook = "plain" | "primary" | "danger" | "quiet";

const looks: Record<ButtonLook, string> = {
  plain: "border-line-strong bg-surface text-ink hover:border-control",
  primary: "border-ink bg-ink text-surface",
  danger: "border-bad/45 bg-surface text-bad hover:border-bad",
  quiet: "border-transparent text-ink-2 hover:text-ink",
};

/** The class of a button, for links that look like one. */
export function buttonClass(look: ButtonLook = "plain", className?: string): string {
  return clsx(
    "inline-flex h-9 items-center justify-center gap-[7px] rounded-control border px-3 text-13 font-medium whitespace-nowrap transition-colors duration-120 wide:h-8 print:hidden",
    "disabled:border-line disabled:bg-sunken disabled:text-ink-3",
    looks[look],
    className,
  );
}

export const textLinkClass =
  "text-accent underline decoration-accent/40 decoration-1 underline-offset-3 hover:decoration-accent";

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: ButtonLook;
  /** Its action is running: it keeps its size, text and focus, and ignores clicks. */
  busy?: boolean;
}

export function Button({
  look = "plain",
  busy = false,
  className,
  type = "button",
  onClick,
  children,
  ...rest
}: ButtonProps) {
  return (
    <BareButton
      type={type}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      className={buttonClass(look, clsx(busy && "cursor-progress!", className))}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      {...rest}
    >
      {busy ? <span className="contents *:animate-breathe">{asElements(children)}</span> : children}
    </BareButton>
  );
}

/** Text alone cannot be animated, so it gets an element around it. */
function asElements(children: ButtonProps["children"]) {
  return <span className="inline-flex items-center gap-[7px]">{children}</span>;
}
