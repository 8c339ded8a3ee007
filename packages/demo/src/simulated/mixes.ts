import type { Operation } from "./simulate.ts";

export const checkoutMix: readonly Operation[] = [
  { name: "GET /cart", share: 0.36, medianMillis: 24, spread: 0.4, errorRate: 0.0002 },
  { name: "POST /cart/items", share: 0.24, medianMillis: 38, spread: 0.42, errorRate: 0.0004 },
  { name: "GET /shipping-options", share: 0.18, medianMillis: 31, spread: 0.4, errorRate: 0.0003 },
  { name: "POST /payment", share: 0.12, medianMillis: 64, spread: 0.36, errorRate: 0.0012 },
  { name: "POST /order", share: 0.1, medianMillis: 52, spread: 0.38, errorRate: 0.0008 },
];

export const searchMix: readonly Operation[] = [
  { name: "GET /search", share: 0.55, medianMillis: 46, spread: 0.4, errorRate: 0.0005 },
  { name: "GET /suggest", share: 0.3, medianMillis: 14, spread: 0.35, errorRate: 0.0001 },
  { name: "GET /product", share: 0.15, medianMillis: 27, spread: 0.35, errorRate: 0.0002 },
];
