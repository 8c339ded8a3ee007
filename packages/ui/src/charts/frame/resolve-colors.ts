/** Resolves colours that contain tokens, inside an element: custom properties alone stay unresolved. */
export function resolveColors(inside: HTMLElement, colors: readonly string[]): string[] {
  const probe = document.createElement("span");
  inside.append(probe);
  const resolved = colors.map((color) => {
    probe.style.color = color;
    return getComputedStyle(probe).color;
  });
  probe.remove();
  return resolved;
}
