"use client";

import dynamic from "next/dynamic";
import { ChartsSkeleton } from "../run/charts-skeleton.tsx";

/** Charts load after the figures, into reserved space. */
export const BudgetChart = dynamic(
  () => import("./budget-drawing.tsx").then((module) => module.BudgetDrawing),
  { ssr: false, loading: () => <ChartsSkeleton /> },
);
