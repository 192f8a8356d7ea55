/** The error that `fetch` of a mock throws when a connection breaks. No other `TypeError` is one: that is an error of the mock itself. */
export class LostConnection extends TypeError {}
