import Image from "next/image";
import { PICTURES } from "./pictures/index.ts";

interface StepPictureProps {
  story: string;
  /** From 0. */
  step: number;
  /** What it shows, for those who don't see it. */
  label: string;
  className?: string;
}

/** What a step of a story looks like in the product; nothing if there is no picture of it. */
export function StepPicture({ story, step, label, className = "" }: StepPictureProps) {
  const picture = PICTURES[story]?.[step];
  if (picture === undefined) return null;
  const { light, dark } = picture;
  return (
    <span className={`block overflow-clip rounded-control border border-line bg-canvas ${className}`}>
      {[
        { src: light, theme: "theme-light-only" },
        { src: dark, theme: "theme-dark-only" },
      ].map(({ src, theme }) => (
        <Image key={theme} src={src} alt={label} unoptimized className={`h-auto w-full ${theme}`} />
      ))}
    </span>
  );
}
