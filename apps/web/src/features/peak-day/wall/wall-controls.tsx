"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { Button, buttonClass } from "@headroom/ui";
import { AppLink } from "../../shell/app-link.tsx";
import { toggleFullScreen } from "./full-screen.ts";

const STILL_MILLIS = 2_500;

/** The dark screen. Its buttons and the cursor appear when somebody moves the mouse. */
export function WallControls({ home, children }: { home: string; children: ReactNode }) {
  const [isStill, onMove] = useStill();
  useLeaving(home);
  return (
    <main
      id="main"
      data-theme="dark"
      data-still={isStill}
      onPointerMove={onMove}
      className="wall fixed inset-0 z-50 flex flex-col gap-[0.9em] overflow-hidden bg-canvas p-[1.25em] text-ink"
    >
      {children}
      <div
        className={`absolute top-3 right-3 flex gap-2 text-14 focus-within:opacity-100 ${isStill ? "pointer-events-none opacity-0" : ""}`}
      >
        <Button onClick={() => void toggleFullScreen()}>Full screen</Button>
        <AppLink href={home} className={buttonClass()}>
          Leave wall mode
        </AppLink>
      </div>
    </main>
  );
}

function useStill(): [boolean, () => void] {
  const [isStill, setStill] = useState(true);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const onMove = () => {
    setStill(false);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setStill(true), STILL_MILLIS);
  };
  return [isStill, onMove];
}

/** Escape first leaves full screen, which the browser does without telling us, and then the wall. */
function useLeaving(home: string) {
  const router = useRouter();
  useEffect(() => {
    const leave = ({ key }: KeyboardEvent) => {
      if (key === "Escape" && document.fullscreenElement === null) router.push(home);
    };
    document.addEventListener("keydown", leave);
    return () => {
      document.removeEventListener("keydown", leave);
      if (document.fullscreenElement !== null) void document.exitFullscreen();
    };
  }, [home, router]);
}
