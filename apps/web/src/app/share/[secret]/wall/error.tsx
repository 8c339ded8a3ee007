"use client";

export { WallError as default } from "../../../../features/peak-day/wall/wall-error.tsx";
