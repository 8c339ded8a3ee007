import type { ReactNode } from "react";
import { BrandMark } from "@headroom/ui";

/** The page of a link that shows no report (yet), for people who have no other page to go to. */
export function LinkPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main id="main" className="mx-auto flex min-h-dvh max-w-[520px] flex-col justify-center px-4 py-12">
      <p className="mb-5 flex items-center gap-2.5 text-15 font-[650] tracking-[-0.015em]">
        <BrandMark />
        Headroom
      </p>
      <h1 className="text-26 font-semibold text-balance">{title}</h1>
      <div className="mt-2 text-15 leading-[23px] text-ink-2">{children}</div>
    </main>
  );
}
