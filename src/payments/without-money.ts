import type { Rail } from './rail.ts'

/** How a call ends that no money pays for: there is nothing to move and nothing to give back. */
export const WITHOUT_MONEY: Pick<Rail, 'settle' | 'release'> = {
  settle: async () => ({
    state: 'settled',
    headers: [],
    entries: [],
    network: null,
    reference: null,
  }),
  release: async () => {},
}
