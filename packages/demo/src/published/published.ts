/** A figure, and the words of an article that state it. */
export interface Published<Value> {
  value: Value;
  quote: string;
}

export function from<Value>(value: Value, quote: string): Published<Value> {
  return { value, quote };
}
