"use client";

import Link from "next/link";
import { buttonClass } from "@headroom/ui";
import { enterFullScreen } from "./full-screen.ts";

/** Opens the wall on the whole screen. On a phone it would be too small to read. */
export function WallButton({ href }: { href: string }) {
  return (
    <Link
      href={href}
      prefetch={false}
      onClick={() => void enterFullScreen()}
      className={`${buttonClass()} max-wide:hidden`}
    >
      Wall mode
    </Link>
  );
}
