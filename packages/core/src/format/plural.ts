import { formatCount } from "./number.ts";

/** "1 run", "2,400 runs". `many` is for what doesn't just get an s: "1 run was", "2 runs were". */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
