/** Longer texts would block the event loop for more than a few milliseconds. */
const LENGTH_MAX = 64 * 1024

/** Where a pure tool runs for an input of this length: long inputs run in a thread. */
export const placeBySize = (length: number): 'thread' | 'here' =>
  length > LENGTH_MAX ? 'thread' : 'here'
