/** Whether the server could render this page again. */
export async function isPageThere(): Promise<boolean> {
  try {
    const { ok, redirected } = await fetch(globalThis.location.href, { method: "HEAD", cache: "no-store" });
    return ok && !redirected;
  } catch {
    return false;
  }
}
