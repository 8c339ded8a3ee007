import type { Tag } from "../tags.ts";

/** What a metric's scope says about itself: the library that measured it. */
export interface OtlpScope {
  name: string;
  version: string;
  attributes: readonly Tag[];
}

/** A scope's tags, under the names that OpenTelemetry gives them where a scope becomes labels. Two scopes are two series. */
export function scopeTags({ name, version, attributes }: OtlpScope): Tag[] {
  const tags: Tag[] = attributes.map(([key, value]) => [`otel.scope.${key}`, value]);
  if (name !== "") tags.push(["otel.scope.name", name]);
  if (version !== "") tags.push(["otel.scope.version", version]);
  return tags;
}
