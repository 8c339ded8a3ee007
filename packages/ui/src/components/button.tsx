import type { ButtonHTMLAttributes } from "react";
import clsx from "clsx";

export type ButtonLook = "plain" | "primary" | "quiet";

const looks: Record<ButtonLook, string> = {
  plain: "border-line-strong bg-surface text-ink hover:border-control",
  primary: "border-ink bg-ink text-surface",
  quiet: "border-transparent text-ink-2 hover:text-ink",
};

/** The class of a button, for links that look like one. */
export function buttonClass(look: ButtonLook = "plain", className?: string): string {
  return clsx(
    "inline-flex h-9 items-center justify-center gap-[7px] rounded-control border px-3 text-13 font-medium whitespace-nowrap transition-colors duration-120 wide:h-8",
    "disabled:border-line disabled:bg-sunken disabled:text-ink-3",
    looks[look],
    className,
  );
}

export const textLinkClass =
  "text-accent underline decoration-accent/40 decoration-1 underline-offset-3 hover:decoration-accent";

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: ButtonLook;
}

export function Button({ look = "plain", className, type = "button", ...rest }: ButtonProps) {
  return <button type={type} className={buttonClass(look, className)} {...rest} />;
}
