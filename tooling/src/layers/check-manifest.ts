import { mayImport } from "./check-file.ts";
import type { Finding, Unit } from "./check-file.ts";

interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

/** A dependency that the house forbids is a door left open, also while nobody walks through it. */
export function checkManifest(unit: Unit, file: string, manifest: Manifest): Finding[] {
  return [
    ...forbidden(Object.keys(manifest.dependencies ?? {}), false),
    ...forbidden(Object.keys(manifest.devDependencies ?? {}), true),
  ];

  function forbidden(names: string[], isTest: boolean): Finding[] {
    return names
      .filter((name) => name.startsWith("@headroom/"))
      .map((name) => name.slice("@headroom/".length))
      .filter((name) => !mayImport(unit.name, name, isTest))
      .map((name) => ({ file, line: 1, rule: "layers", message: `${unit.name} may not depend on ${name}` }));
  }
}
