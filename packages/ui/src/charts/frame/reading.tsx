import clsx from "clsx";

interface ReadingProps {
  /** The value under the crosshair; null without one. */
  text: string | null;
  /** Its widest text. The space is reserved, so that nothing moves when the crosshair appears. */
  widest: string;
  className?: string;
}

export function Reading({ text, widest, className }: ReadingProps) {
  return (
    <b
      className={clsx("inline-grid font-semibold text-ink *:[grid-area:1/1]", className)}
      aria-hidden={text === null}
    >
      <span className="invisible" aria-hidden="true">
        {widest}
      </span>
      <span>{text}</span>
    </b>
  );
}
