/** Browsers allow it only in answer to a click. Without it, the wall fills the window. */
export async function enterFullScreen(): Promise<void> {
  if (!document.fullscreenEnabled) return;
  await document.documentElement.requestFullscreen().catch(() => undefined);
}

export async function toggleFullScreen(): Promise<void> {
  if (document.fullscreenElement === null) await enterFullScreen();
  else await document.exitFullscreen();
}
