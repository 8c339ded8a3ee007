export { findChangePoints, type ChangePoint } from "./change-points.ts";
