import { getDocumentProxy } from "unpdf";

export interface PdfPage {
  width: number;
  text: string;
  /** How far its words reach, in the units of the width. */
  left: number;
  right: number;
}

/** What is on each page of a PDF. */
export async function readPdf(bytes: Uint8Array): Promise<PdfPage[]> {
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const pages: PdfPage[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    const words = items.flatMap((item) => ("str" in item && item.str.trim() !== "" ? [item] : []));
    const places = words.map(({ transform, width }) => ({ from: Number(transform[4]), width }));
    pages.push({
      width: page.getViewport({ scale: 1 }).width,
      text: words.map(({ str }) => str).join(" "),
      left: Math.min(...places.map(({ from }) => from)),
      right: Math.max(...places.map(({ from, width }) => from + width)),
    });
  }
  await document.loadingTask.destroy();
  return pages;
}
