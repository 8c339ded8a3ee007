"use client";

import { useEffect } from "react";
import { isPageThere } from "./page-there.ts";
import "./wall.css";

const AGAIN_MILLIS = 15_000;

/** Nobody is there to try again. */
export function WallError() {
  useEffect(() => {
    const again = async () => {
      if (await isPageThere()) globalThis.location.reload();
    };
    const trying = setInterval(() => void again(), AGAIN_MILLIS);
    return () => clearInterval(trying);
  }, []);
  return (
    <main
      id="main"
      data-theme="dark"
      className="wall fixed inset-0 z-50 flex flex-col justify-center bg-canvas p-[4em] text-ink"
    >
      <h1 className="wall-alarm font-bold text-bad">Not live.</h1>
      <p className="wall-rest mt-[0.3em]">
        This screen could not be loaded. It tries again every 15 seconds.
      </p>
    </main>
  );
}
