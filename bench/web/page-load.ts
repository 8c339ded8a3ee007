import { gzipSync } from "node:zlib";

export interface PageLoad {
  /** Until the last byte of the page, sorted. */
  millis: number[];
  htmlBytes: number;
  /** What the page loads before it works, compressed. */
  scriptBytes: number;
}

interface Loading {
  url: string;
  cookie: string;
  rounds: number;
  warmUp: number;
}

/** Loads one page many times, one after the other. */
export async function loadPage(path: string, { url, cookie, rounds, warmUp }: Loading): Promise<PageLoad> {
  const millis: number[] = [];
  let html = "";
  for (let round = 0; round < warmUp + rounds; round++) {
    const began = performance.now();
    const answer = await fetch(url + path, { headers: { cookie }, redirect: "manual" });
    html = await answer.text();
    if (answer.status !== 200) throw new Error(`${path} returned ${answer.status}`);
    if (round >= warmUp) millis.push(performance.now() - began);
  }
  return {
    millis: millis.toSorted((a, b) => a - b),
    htmlBytes: Buffer.byteLength(html),
    scriptBytes: await scriptBytesOf(html, url),
  };
}

/**
 * The scripts in the page itself. Without those it loads later, on view, and those only for browsers without modules.
 */
async function scriptBytesOf(html: string, url: string): Promise<number> {
  const scripts = new Set(
    [...html.matchAll(/<script[^>]*\ssrc="([^"]+\.js[^"]*)"[^>]*>/g)]
      .filter(([tag]) => !/\snomodule/i.test(tag))
      .map(([, src]) => src),
  );
  let bytes = 0;
  for (const src of scripts) {
    const answer = await fetch(new URL(src ?? "", url));
    bytes += gzipSync(Buffer.from(await answer.arrayBuffer())).byteLength;
  }
  return bytes;
}

export function percentileOf(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
