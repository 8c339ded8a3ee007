/**
 * Where what floats is put: in the dialog or the part of the page that its button stands in. At the end of the body it
 * would stand outside of every landmark, and an open dialog would hide it.
 */
export function floatHome(anchor: HTMLElement | null): HTMLElement | null {
  return (
    anchor?.closest<HTMLElement>("[role=dialog], [role=alertdialog], main") ??
    anchor?.closest<HTMLElement>("header, footer") ??
    null
  );
}
