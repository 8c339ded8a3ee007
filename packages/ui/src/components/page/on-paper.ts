/**
 * Before a print and after it. A print is laid out without another turn of the page's scripts, so whatever depends on
 * the size of the page has to be ready when this returns; and an observer of sizes sees nothing of it. `PaperFoot` gives
 * the page its size on paper, and takes it back, before this is called.
 */
export function onPaper(measure: () => void): () => void {
  window.addEventListener("beforeprint", measure);
  window.addEventListener("afterprint", measure);
  return () => {
    window.removeEventListener("beforeprint", measure);
    window.removeEventListener("afterprint", measure);
  };
}
