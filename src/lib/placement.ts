/** Work over more characters than these holds others up for more than a few milliseconds. */
const LENGTH_MAX = 64 * 1024

/** Where a pure tool runs on text or bytes of such a length: long ones beside the event loop. */
export const placeBySize = (length: number): 'thread' | 'here' =>
  length > LENGTH_MAX ? 'thread' : 'here'
