export { evidenceFacts, headlineOf, type NewsEvidence } from "./evidence-words.ts";
export { BURNING_WORDS, staleWords, worseWords, type WorseNews } from "./words.ts";
