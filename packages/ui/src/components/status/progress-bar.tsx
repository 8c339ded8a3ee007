interface ProgressBarProps {
  label: string;
  value: number;
  most: number;
}

/** Progress of a task with a known end. Without one, use a skeleton. */
export function ProgressBar({ label, value, most }: ProgressBarProps) {
  return (
    <progress
      aria-label={label}
      max={Math.max(most, 1)}
      value={most === 0 ? 1 : value}
      className="h-2 w-full min-w-0 appearance-none overflow-hidden rounded-full border-0 bg-neutral-soft [&::-moz-progress-bar]:bg-ink [&::-webkit-progress-bar]:bg-neutral-soft [&::-webkit-progress-value]:bg-ink"
    />
  );
}
