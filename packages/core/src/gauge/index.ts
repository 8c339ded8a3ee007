export { besideLoad, type BesideLoad } from "./beside-load.ts";
export { joinLoad, type GaugeMoment, type LoadMoment } from "./moments.ts";
