/** What was running, as people name it: "memory" is "8 GB". A key without a value is one that applies: "canary". */
export type Configuration = Readonly<Record<string, string>>;

export const MAX_CONFIGURATION = { keys: 50, key: 100, value: 400 } as const;

/** A key of the configuration in which two runs differ. Null: the run doesn't have it. */
export interface ConfigurationDifference {
  key: string;
  before: string | null;
  after: string | null;
}

/** What differs between two runs: their configuration, and what was changed for the second one, as people say it. */
export interface WhatChanged {
  configuration: ConfigurationDifference[];
  changed: string | null;
}

interface Configured {
  configuration: Configuration;
  changed: string | null;
}

function byKey([a]: [string, string], [b]: [string, string]): number {
  return a.localeCompare(b, "en");
}

/** "canary", "memory=8 GB" */
export function configurationTexts(configuration: Configuration): string[] {
  return Object.entries(configuration)
    .toSorted(byKey)
    .map(([key, value]) => (value === "" ? key : `${key}=${value}`));
}

/** The first `=` divides. */
export function readConfiguration(texts: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    texts.map((text) => {
      const [key = "", ...value] = text.split("=");
      return [key.trim(), value.join("=").trim()];
    }),
  );
}

/** In alphabetical order. `except`: the key that separates the runs, which is already shown. */
export function whatChanged(
  before: Configured,
  after: Configured,
  except: string | null = null,
): WhatChanged {
  const [first, second] = [before, after].map(({ configuration }) => new Map(Object.entries(configuration)));
  const all = { ...before.configuration, ...after.configuration };
  const configuration = Object.entries(all)
    .toSorted(byKey)
    .flatMap(([key]): ConfigurationDifference[] => {
      const [was, is] = [first?.get(key) ?? null, second?.get(key) ?? null];
      return was === is || key === except ? [] : [{ key, before: was, after: is }];
    });
  return { configuration, changed: after.changed };
}

const MOST_NAMED = 8;

/** "cache co-recs; 8 to 12 GB (cache off → on, memory 8 GB → 12 GB)". Null: nothing is said to differ. */
export function whatChangedWords({ configuration, changed }: WhatChanged): string | null {
  const named = configuration.slice(0, MOST_NAMED).map(differenceWords);
  const others = configuration.length - named.length;
  const keys = [...named, ...(others > 0 ? [`${others} more`] : [])].join(", ");
  if (changed === null) return keys === "" ? null : keys;
  return keys === "" ? changed : `${changed} (${keys})`;
}

function differenceWords({ key, before, after }: ConfigurationDifference): string {
  return `${key} ${sideWords(before)} → ${sideWords(after)}`;
}

function sideWords(value: string | null): string {
  if (value === null) return "not set";
  return value === "" ? "set" : value;
}
