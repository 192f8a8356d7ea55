/** Returns whether a text is an instant as it goes over the wire: ISO 8601 in UTC with milliseconds, so that the order of texts is that of instants. */
export function isTimestamp(text: string): boolean {
  const time = text.length === 24 ? Date.parse(text) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString() === text
}
