export { BURNING_WORDS, countedWords, staleWords, worseWords, type WorseNews } from "./words.ts";
