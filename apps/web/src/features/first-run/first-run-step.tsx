import type { ReactNode } from "react";
import { Icon, SheetSection } from "@headroom/ui";

interface FirstRunStepProps {
  number: number;
  title: string;
  done: boolean;
  children: ReactNode;
}

export function FirstRunStep({ number, title, done, children }: FirstRunStepProps) {
  return (
    <SheetSection className="grid grid-cols-[28px_minmax(0,1fr)] gap-x-3">
      <span className="flex size-7 items-center justify-center rounded-full border border-line-strong text-13 font-semibold text-ink-2">
        {done ? <Icon name="met" className="size-4 text-good" /> : number}
      </span>
      <div className="min-w-0">
        <h2 className="pt-1 text-15 font-semibold tracking-[-0.008em]">
          {title}
          {done ? <span className="sr-only"> (done)</span> : null}
        </h2>
        <div className="mt-2.5 flex flex-col items-stretch gap-3">{children}</div>
      </div>
    </SheetSection>
  );
}
