import type { StaticImageData } from "next/image";

/** A step as the product shows it, in both themes. */
export interface StepPicture {
  light: StaticImageData;
  dark: StaticImageData;
}

/** By story, in the order of its steps. `npm run story-pictures` takes them again. */
export const PICTURES: Readonly<Record<string, readonly StepPicture[]>> = {};
