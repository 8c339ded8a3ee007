const BROWSERS = [
  ["Edge", /\bEdg(?:e|A|iOS)?\//],
  ["Opera", /\bOPR\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ["Safari", /\bSafari\//],
] as const;

const SYSTEMS = [
  ["Android", /Android/],
  ["iPhone", /iPhone/],
  ["iPad", /iPad/],
  ["Windows", /Windows/],
  ["macOS", /Macintosh|Mac OS X/],
  ["Linux", /Linux|X11/],
] as const;

/** The browser and system of a user agent, as a person would name them: "Firefox on Linux". */
export function deviceWords(userAgent: string | null): string | null {
  if (userAgent === null || userAgent === "") return null;
  const browser = BROWSERS.find(([, pattern]) => pattern.test(userAgent))?.[0];
  const system = SYSTEMS.find(([, pattern]) => pattern.test(userAgent))?.[0];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? userAgent.slice(0, 80);
}
