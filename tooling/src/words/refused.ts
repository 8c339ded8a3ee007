/** A phrase that a native reader stumbles over, and what to write in its place. */
export interface Refused {
  pattern: RegExp;
  write: string;
}

const be = "(?:is|are|was|were|be|been|being)";
const number = String.raw`(?:\d[\d,]*|two|three|four|five|six|seven|eight|nine|ten|twenty|hundred|thousand)`;
const several = String.raw`(?:${number}|all|both|many|several|more|most|few|fewer|how many)`;

/** The phrases that interface strings and documentation do not contain. Case and line breaks do not matter. */
export const refused: readonly Refused[] = [
  { pattern: phrase("mend(?:s|ed|ing)?"), write: '"fix"' },
  { pattern: phrase("anew"), write: '"again"' },
  { pattern: phrase("over again"), write: '"again"' },
  { pattern: phrase("tells"), write: '"reports", "shows" or "says"' },
  // "Told apart" is a phrase of its own.
  { pattern: phrase(`${be} told(?! apart)`), write: '"is shown", "is reported" or "sees"' },
  // "Stands in for" and "stands on its own" are phrases of their own.
  {
    pattern: phrase(
      "(?:stands?|stood) (?:in|on|at|beside|under|above|below|behind)(?! for| its own| their own)",
    ),
    write: '"is", "appears" or "is listed"',
  },
  { pattern: phrase("held to (?:one|a|an|the|this|that|its|his|their)"), write: '"limited to"' },
  { pattern: phrase("(?:comes?|came|coming) by(?! default)"), write: '"uses", "gets" or "arrives through"' },
  { pattern: phrase(`(?<!there )${be} none`), write: '"there is none", or "isn\'t one"' },
  { pattern: phrase("by (?:itself|themselves)"), write: '"automatically" or "alone"' },
  { pattern: phrase("goes on where"), write: '"resumes"' },
  {
    pattern: phrase("the way leads|(?:the|other|three|two) ways? (?:in|out)(?! which)"),
    write: "what the reader can do",
  },
  { pattern: phrase("who(?:m|so)?ever"), write: '"anyone who"' },
  { pattern: phrase("look into your mail"), write: '"check your email"' },
  { pattern: phrase("what waits"), write: '"pending"' },
  { pattern: phrase("the later one"), write: '"the second person"' },
  { pattern: phrase("of two people"), write: '"if two people …"' },
  { pattern: phrase("the figures of"), write: '"the values for" or "metrics"' },
  // "Two at once", of things that happen together, stays.
  { pattern: phrase(String.raw`(?<!\b${several} (?:[\w-]+ ){0,3})at once`), write: '"immediately"' },
  // "There is no …", "is no longer" and "is no larger than" stay.
  {
    pattern: phrase(String.raw`(?<!there )(?<!there's )${be} no (?!longer\b|more\b|less\b|\w+er than\b)\w+`),
    write: '"is not a …" or "isn\'t …"',
  },
  { pattern: phrase("such as (?:has|have|had|is|are|was|were)"), write: '"one that has"' },
  { pattern: phrase("it is so that"), write: "the sentence without it" },
  { pattern: phrase(String.raw`\d[\d.,]* %`), write: 'the number without a space: "0.046%"' },
  { pattern: phrase(String.raw`×\d[\d.,]*`), write: 'the ratio as "2.9x"' },
];

function phrase(words: string): RegExp {
  return new RegExp(String.raw`(?<![\w-])(?:${words})(?![\w-])`, "i");
}
