export const TRANSACTIONS_ONLY =
  "All rows are Transaction Controllers, as with “Generate parent sample”. The file contains no individual requests.";

/** How JMeter marks the row of a Transaction Controller: its response message begins so. */
export const TRANSACTION_MESSAGE = "Number of samples in transaction : ";
/** What JMeter puts before an exception's class and message, where there was no answer at all. */
export const NO_ANSWER_CODE = "Non HTTP response code: ";
export const NO_ANSWER_MESSAGE = "Non HTTP response message: ";

/** How many samples a transaction says it has; 0 if it does not say. */
export function samplesIn(message: string): number {
  const count = Number.parseInt(message.slice(TRANSACTION_MESSAGE.length), 10);
  return message.startsWith(TRANSACTION_MESSAGE) && count > 0 ? count : 0;
}

/** For a file in which some bare rows may be requests or cut-off transactions. */
export function maybeTransactions(rows: number): { code: string; detail: string } {
  return {
    code: "maybe-transactions",
    detail: `${rows} samples have no message, data type or URL, like Transaction Controllers that the end of the test cut off. No request in the file belongs to them, so they are counted as requests.`,
  };
}

/** For a file whose transactions had more samples than it contains. */
export function missingRequests(told: number, found: number): { code: string; detail: string } {
  return {
    code: "transaction-requests-missing",
    detail: `The Transaction Controllers had ${told} samples, but the file contains ${found}. Their requests are missing, as with “Generate parent sample” and jmeter.save.saveservice.subresults=false.`,
  };
}
