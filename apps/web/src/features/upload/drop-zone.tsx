"use client";

import clsx from "clsx";
import { useEffect, useState } from "react";
import { Icon, useEarlyInput } from "@headroom/ui";

interface DropZoneProps {
  onFiles: (files: readonly File[]) => void;
  /** There are files already: it takes less room then. */
  small: boolean;
  disabled: boolean;
}

/** The browser's own file chooser, laid over the whole zone: it handles drops and keys itself. */
export function DropZone({ onFiles, small, disabled }: DropZoneProps) {
  const [over, setOver] = useState(false);
  // The first reader empties the chooser: a file chosen just when the scripts start is taken once.
  const take = (chooser: HTMLInputElement) => {
    const files = [...(chooser.files ?? [])];
    if (files.length === 0) return;
    onFiles(files);
    // Choosing the same file again counts as a change too.
    chooser.value = "";
  };
  const chooser = useEarlyInput<HTMLInputElement, HTMLInputElement>({
    read: (control) => (control.files?.length ? control : null),
    report: take,
  });
  useKeepPage();
  return (
    <div
      className={clsx(
        "relative flex items-center justify-center gap-3 rounded-control border border-dashed px-4 text-13 text-ink-2 transition-colors duration-120",
        "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent",
        small ? "min-h-14" : "min-h-40 flex-col text-center",
        over ? "border-ink bg-neutral-soft text-ink" : "border-control hover:border-ink",
        disabled && "opacity-60",
      )}
    >
      <Icon name="upload" className={small ? "" : "size-6!"} />
      <span className={small ? "" : "text-14"}>
        <b className="font-semibold text-ink">{small ? "Add files" : "Drop result files here"}</b>
        {small ? ", or drop them here" : ", or click to choose"}
      </span>
      {small ? null : (
        <span className="max-w-[60ch] text-12 text-ink-3">
          JMeter, k6, Locust, Gatling, wrk, vegeta, and every other format Headroom reads, also compressed
          with gzip or zstd. The first 64 KB are used to detect the format. Nothing else is sent until you
          press Send.
        </span>
      )}
      <input
        ref={chooser}
        type="file"
        multiple
        disabled={disabled}
        aria-label={small ? "Add result files" : "Choose result files"}
        className="absolute inset-0 size-full cursor-pointer opacity-0 disabled:cursor-default"
        onDragEnter={() => setOver(true)}
        onDragLeave={() => setOver(false)}
        onDrop={() => setOver(false)}
        onChange={({ target }) => take(target)}
      />
    </div>
  );
}

/** A file dropped outside the zone would replace the page, and everything typed here would be lost. */
function useKeepPage(): void {
  useEffect(() => {
    const keep = (event: DragEvent) => {
      if (!isFileInput(event.target)) event.preventDefault();
    };
    window.addEventListener("dragover", keep);
    window.addEventListener("drop", keep);
    return () => {
      window.removeEventListener("dragover", keep);
      window.removeEventListener("drop", keep);
    };
  }, []);
}

function isFileInput(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.type === "file" && !target.disabled;
}
