/** Seconds of what is kept in milliseconds. */
export const expirySeconds = (expires: number | null): number | null =>
  expires === null ? null : Math.floor(expires / 1000)
