import { Button } from "@headroom/ui";

interface SaveRowProps {
  busy: boolean;
  disabled: boolean;
  saved: boolean;
}

/** The button of a form of settings, and that it worked. */
export function SaveRow({ busy, disabled, saved }: SaveRowProps) {
  return (
    <div className="flex items-center gap-3">
      <Button type="submit" busy={busy} disabled={disabled}>
        Save
      </Button>
      <span role="status" className="text-13 text-ink-2">
        {saved ? "Saved." : ""}
      </span>
    </div>
  );
}
