import type { ReactNode } from "react";
import { BrandMark, buttonClass } from "@headroom/ui";

interface MessageProps {
  title: string;
  children: ReactNode;
  action?: ReactNode;
}

/** Opened with a full reload, which leaves behind whatever failed. */
const WAY_BACK = "/";

/** A page with only a message and a link back, for people who may not be signed in. */
export function MessagePage(props: MessageProps) {
  return (
    <main id="main" className="mx-auto flex min-h-dvh max-w-[520px] flex-col justify-center px-4 py-12">
      <p className="mb-5 flex items-center gap-2.5 text-15 font-[650] tracking-[-0.015em]">
        <BrandMark />
        Headroom
      </p>
      <Message {...props} />
    </main>
  );
}

export function Message({ title, children, action }: MessageProps) {
  return (
    <>
      <h1 className="text-26 font-semibold text-balance">{title}</h1>
      <p className="mt-2 text-15 leading-[23px] text-ink-2">{children}</p>
      <div className="mt-5 flex gap-2">
        {action}
        <a href={WAY_BACK} className={buttonClass(action ? "plain" : "primary")}>
          Go to the overview
        </a>
      </div>
    </>
  );
}
