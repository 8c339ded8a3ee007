import { fontStyleText } from "./picture-font.ts";
import { resolveColors } from "./resolve-colors.ts";

export interface PictureLegend {
  name: string;
  /** A colour token, as the chart uses it. */
  color: string;
  width?: number;
  dash?: string;
}

interface PictureInput {
  /** The element that the chart is drawn in. */
  plot: HTMLElement;
  title: string;
  unit: string;
  legend: readonly PictureLegend[];
}

const SCALE = 2;
const PAD = 20;
const TITLE_LINE = 24;
const LINE = 18;

/** The chart as shown on screen, with its title and unit, at 2x and in the current theme. */
export async function chartPicture({ plot, title, unit, legend }: PictureInput): Promise<Blob> {
  const canvas = document.createElement("canvas");
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("This browser can't draw images.");
  const colors = resolveColors(plot, ["var(--surface)", "var(--ink)", "var(--ink-2)", "var(--ink-3)"]);
  const width = plot.clientWidth + 2 * PAD;
  const entries = placeLegend(pen, legend, width - PAD);
  const head = PAD + TITLE_LINE + (entries.at(-1)?.y ?? -LINE) + LINE + LINE;
  canvas.width = width * SCALE;
  canvas.height = (head + plot.clientHeight + PAD) * SCALE;
  pen.scale(SCALE, SCALE);
  pen.fillStyle = colors[0] ?? "#fff";
  pen.fillRect(0, 0, width, canvas.height);
  writeHead(pen, { title, unit, width, head, colors });
  drawLegend(pen, entries, plot, colors[2] ?? "#000");
  await drawParts(pen, plot, PAD, head);
  return await new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The image is empty."))));
  });
}

const font = (weight: number, size: number) => `${weight} ${size}px "Inter Variable", system-ui, sans-serif`;

interface Head {
  title: string;
  unit: string;
  width: number;
  head: number;
  colors: readonly string[];
}

function writeHead(pen: CanvasRenderingContext2D, { title, unit, width, head, colors }: Head): void {
  pen.textBaseline = "alphabetic";
  pen.fillStyle = colors[1] ?? "#000";
  pen.font = font(600, 15);
  pen.fillText(fitted(pen, title, width - 2 * PAD), PAD, PAD + 12);
  pen.fillStyle = colors[3] ?? "#000";
  pen.font = font(400, 11);
  pen.fillText(fitted(pen, unit, width - 2 * PAD), PAD, head - 6);
}

function fitted(pen: CanvasRenderingContext2D, text: string, width: number): string {
  if (pen.measureText(text).width <= width) return text;
  let kept = text.slice(0, 400);
  while (kept.length > 1 && pen.measureText(`${kept}\u2026`).width > width) kept = kept.slice(0, -1);
  return `${kept}\u2026`;
}

interface PlacedEntry extends PictureLegend {
  x: number;
  y: number;
}

/** Beside each other, and on the next line where there is no more room. */
function placeLegend(
  pen: CanvasRenderingContext2D,
  legend: readonly PictureLegend[],
  right: number,
): PlacedEntry[] {
  pen.font = font(400, 12);
  let [x, y] = [PAD, 0];
  return legend.map((entry) => {
    const name = fitted(pen, entry.name, 260);
    const width = 20 + pen.measureText(name).width + 16;
    if (x > PAD && x + width > right) [x, y] = [PAD, y + LINE];
    const placed = { ...entry, name, x, y };
    x += width;
    return placed;
  });
}

function drawLegend(
  pen: CanvasRenderingContext2D,
  entries: readonly PlacedEntry[],
  plot: HTMLElement,
  ink: string,
): void {
  const colors = resolveColors(
    plot,
    entries.map(({ color }) => color),
  );
  entries.forEach(({ name, x, y, width = 2, dash }, index) => {
    const top = PAD + TITLE_LINE + y + 8;
    pen.strokeStyle = colors[index] ?? ink;
    pen.lineWidth = width;
    pen.setLineDash(dash ? dash.split(" ").map(Number) : []);
    pen.beginPath();
    pen.moveTo(x, top);
    pen.lineTo(x + 14, top);
    pen.stroke();
    pen.setLineDash([]);
    pen.fillStyle = ink;
    pen.font = font(400, 12);
    pen.fillText(name, x + 20, top + 4);
  });
}

async function drawParts(
  pen: CanvasRenderingContext2D,
  plot: HTMLElement,
  left: number,
  top: number,
): Promise<void> {
  const origin = plot.getBoundingClientRect();
  const styleText = await fontStyleText();
  for (const part of plot.querySelectorAll<SVGSVGElement | HTMLCanvasElement>("svg, canvas")) {
    if (part.parentElement?.closest("svg, button") || part.closest("[data-not-in-picture]")) continue;
    const at = part.getBoundingClientRect();
    const [x, y] = [left + at.left - origin.left, top + at.top - origin.top];
    if (part instanceof HTMLCanvasElement) pen.drawImage(part, x, y, at.width, at.height);
    else pen.drawImage(await asImage(part, at, styleText), x, y, at.width, at.height);
  }
}

async function asImage(svg: SVGSVGElement, { width, height }: DOMRect, styleText: string) {
  const text = new XMLSerializer().serializeToString(standalone(svg, styleText, { width, height }));
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  return image;
}

const KEPT = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-opacity",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "opacity",
  "visibility",
  "display",
  "paint-order",
  "text-anchor",
  "font-family",
  "font-size",
  "font-weight",
  "font-feature-settings",
  "font-variant-numeric",
];

/** A copy that needs no style sheet: the computed styles are inlined. */
function standalone(svg: SVGSVGElement, styleText: string, size: { width: number; height: number }): Element {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const [originals, copies] = [svg.querySelectorAll("*"), copy.querySelectorAll("*")];
  originals.forEach((original, index) => inline(original, copies[index]));
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(size.width));
  copy.setAttribute("height", String(size.height));
  copy.removeAttribute("class");
  copy.removeAttribute("style");
  const style = document.createElementNS("http://www.w3.org/2000/svg", "style");
  style.textContent = styleText;
  copy.prepend(style);
  return copy;
}

function inline(original: Element, copy: Element | undefined): void {
  if (!copy) return;
  const computed = getComputedStyle(original);
  copy.setAttribute("style", KEPT.map((name) => `${name}:${computed.getPropertyValue(name)}`).join(";"));
  copy.removeAttribute("class");
}
