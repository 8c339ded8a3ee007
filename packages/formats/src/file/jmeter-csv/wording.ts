/** How JMeter marks the row of a Transaction Controller: its response message begins so. */
export const TRANSACTION_MESSAGE = "Number of samples in transaction : ";
/** What JMeter puts before an exception's class and message, where there was no answer at all. */
export const NO_ANSWER_CODE = "Non HTTP response code: ";
export const NO_ANSWER_MESSAGE = "Non HTTP response message: ";
