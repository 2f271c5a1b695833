/** Converts a stored expiry from milliseconds to seconds. */
export const expirySeconds = (expires: number | null): number | null =>
  expires === null ? null : Math.floor(expires / 1000)
