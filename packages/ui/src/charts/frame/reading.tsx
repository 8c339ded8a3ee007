import clsx from "clsx";

interface ReadingProps {
  /** What the crosshair reads; null while it stands nowhere. */
  text: string | null;
  /** The widest it gets: its room is kept, so that nothing moves when the crosshair comes. */
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
