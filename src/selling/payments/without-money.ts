import { z } from 'zod'
import type { Rail } from './rail.ts'

/** How a call ends that no money pays for: there is nothing to move and nothing to give back. */
export const WITHOUT_MONEY: Pick<Rail<unknown, unknown, null>, 'settle' | 'release' | 'held'> = {
  settle: async () => ({
    state: 'settled',
    entries: [],
    network: null,
    reference: null,
  }),
  release: async () => {},
  held: z.null(),
}
