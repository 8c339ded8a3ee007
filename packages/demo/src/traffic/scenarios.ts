import type { TrafficOperation, TrafficScenario } from "./scenario.ts";

const DISCOVERY_CACHE = { medianMillis: 5, spread: 0.3 };

function shop(cacheShare: number): TrafficOperation[] {
  return [
    {
      method: "GET",
      route: "/discovery",
      share: 0.53,
      medianMillis: 62,
      spread: 0.55,
      errorRate: 0.0002,
      cached: { ...DISCOVERY_CACHE, share: cacheShare },
    },
    { method: "GET", route: "/location", share: 0.2, medianMillis: 38, spread: 0.45, errorRate: 0.0001 },
    { method: "GET", route: "/offers/{id}", share: 0.14, medianMillis: 84, spread: 0.5, errorRate: 0.0003 },
    { method: "GET", route: "/account", share: 0.08, medianMillis: 45, spread: 0.45, errorRate: 0.0002 },
    { method: "POST", route: "/orders", share: 0.05, medianMillis: 140, spread: 0.5, errorRate: 0.0008 },
  ];
}

const greenSaturday: TrafficScenario = {
  name: "green-saturday",
  title: "Green Saturday",
  story: "A Saturday with three times the usual traffic, at its busiest at 16:20",
  operations: shop(0.09),
  shape: [
    [0, 0.3],
    [2, 0.17],
    [4.5, 0.1],
    [7, 0.17],
    [9, 0.38],
    [11, 0.6],
    [13, 0.74],
    [15, 0.86],
    [16.33, 1],
    [17.5, 0.88],
    [19, 0.8],
    [21, 0.66],
    [22.5, 0.48],
    [24, 0.3],
  ],
  peak: { requests: 100_000, seconds: 60 },
  latency: { of: "mean", millis: 80 },
};

const usualDay: TrafficScenario = {
  name: "usual-day",
  title: "Usual day",
  story: "The same service as on Green Saturday, on any other Saturday",
  operations: shop(0.055),
  shape: [
    [0, 0.34],
    [2, 0.2],
    [4.5, 0.12],
    [7, 0.2],
    [9, 0.45],
    [12, 0.72],
    [15, 0.8],
    [18, 0.92],
    [20, 1],
    [22, 0.68],
    [24, 0.34],
  ],
  peak: { requests: 33_000, seconds: 60 },
  latency: { of: "mean", millis: 84 },
};

const blackFriday: TrafficScenario = {
  name: "black-friday",
  title: "Black Friday",
  story: "Product recommendations on the busiest shopping day, at their busiest from 20:00 to 21:00",
  operations: [
    {
      method: "GET",
      route: "/recommendations/product/{id}",
      share: 0.52,
      medianMillis: 22,
      spread: 0.5,
      errorRate: 0.0001,
    },
    {
      method: "GET",
      route: "/recommendations/home",
      share: 0.21,
      medianMillis: 28,
      spread: 0.5,
      errorRate: 0.0001,
    },
    {
      method: "GET",
      route: "/recommendations/cart",
      share: 0.17,
      medianMillis: 25,
      spread: 0.5,
      errorRate: 0.0002,
    },
    {
      method: "POST",
      route: "/recommendations/batch",
      share: 0.1,
      medianMillis: 46,
      spread: 0.55,
      errorRate: 0.0004,
    },
  ],
  shape: [
    [0, 0.82],
    [0.75, 0.7],
    [2, 0.38],
    [4.5, 0.2],
    [6.5, 0.34],
    [8, 0.6],
    [10, 0.78],
    [12, 0.83],
    [15, 0.76],
    [17.5, 0.82],
    [19.5, 0.96],
    [20.5, 1],
    [21.5, 0.93],
    [23, 0.8],
    [24, 0.62],
  ],
  peak: { requests: 35_290_000, seconds: 3_600 },
  latency: { of: "p99", millis: 91 },
};

export const SCENARIOS: readonly TrafficScenario[] = [greenSaturday, blackFriday, usualDay];
