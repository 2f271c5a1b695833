import { UNWATCHED, type Losses } from '../../src/selling/call/losses.ts'

/** For services whose tools ask no provider that has a price. */
export const UNCOUNTED: Losses = { watch: () => UNWATCHED, known: async () => {} }
