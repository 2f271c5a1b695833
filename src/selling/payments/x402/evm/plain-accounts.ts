import type { Hex } from 'viem'
import type { Chain } from '../../../../outside/chains/evm/chain.ts'

const KNOWN_MS = 600_000
/** How many accounts without code are remembered; the oldest entry is dropped. */
const KNOWN_MAX = 10_000

/** Accounts that are no contracts: a contract may refuse what its key has signed. */
export function createPlainAccounts(chain: Pick<Chain, 'getCode'>, now: () => number) {
  /** By address in lower case. */
  const until = new Map<string, number>()

  function remember(address: string): void {
    until.delete(address)
    until.set(address, now() + KNOWN_MS)
    const [oldest] = until.keys()
    if (until.size > KNOWN_MAX && oldest !== undefined) until.delete(oldest)
  }

  return {
    async isPlain(address: string): Promise<boolean> {
      if ((until.get(address) ?? 0) > now()) return true
      const code = await chain.getCode({ address: address as Hex })
      const isPlain = code === undefined || code === '0x'
      if (isPlain) remember(address)
      return isPlain
    },
    /** It has probably become a contract since. */
    forget: (address: string): void => void until.delete(address),
  }
}
