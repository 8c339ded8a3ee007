/** What the preview picture of a link says. Everything in it is also on the page of the link. */
export interface PictureWords {
  /** "Readiness report", with what a reader must know of it: "Run, simulated". */
  kind: string;
  /** The name of the thing; null: the picture must not name anything. */
  title: string | null;
  /** "A load test of Checkout · 5 Nov 2025" */
  context: string;
  /** The verdict: "At risk". */
  headline: string;
  tone: PictureTone;
  /** The one figure that decides, and what it is compared with. */
  figure: { value: string; beside: string } | null;
  note: string;
  /** When this was true. */
  foot: string;
}

export type PictureTone = "good" | "unsure" | "bad" | "neutral";

/** For a link that is locked, or no longer works: nobody learns what it shows, or that it ever showed anything. */
export const NAMELESS: PictureWords = {
  kind: "",
  title: null,
  context: "",
  headline: "Shared report",
  tone: "neutral",
  figure: null,
  note: "Open the link to read it.",
  foot: "",
};
