/**
 * The container for menus and popovers: the dialog or the part of the page that their button is in. At the end of the
 * body they would be outside every landmark, and an open dialog would hide them.
 */
export function floatHome(anchor: HTMLElement | null): HTMLElement | null {
  return (
    anchor?.closest<HTMLElement>("[role=dialog], [role=alertdialog], main") ??
    anchor?.closest<HTMLElement>("header, footer") ??
    null
  );
}
