/** Where nothing is known. */
export const HATCH =
  "bg-[repeating-linear-gradient(135deg,var(--hatch)_0_1.4px,transparent_1.4px_7px)] print:[print-color-adjust:exact]";
