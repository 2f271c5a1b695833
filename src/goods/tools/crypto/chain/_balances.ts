import { addressWord } from '../../../../engines/onchain/abi-words.ts'
import type { Movement } from '../../../../engines/onchain/calldata/movements.ts'
import type { EvmState } from '../../../../capabilities/upstreams/evm.ts'
import {
  simulate,
  type Overrides,
  type SimulatedCall,
} from '../../../../engines/onchain/chains/simulate.ts'

export interface BalanceChange {
  readonly account: string
  /** Null for the native coin. */
  readonly token: string | null
  readonly base: bigint
  /** Whether the change is read from the balances before and after, not from events. */
  readonly isMeasured: boolean
}

const PAIRS_MAX = 40
const BALANCE_OF = '0x70a08231'
const ZERO = /^0x0{40}$/

interface Pair {
  readonly account: string
  readonly token: string
}

/** What each account would gain and lose. Tokens are asked for balances where that is possible. */
export async function balanceChanges(
  state: EvmState,
  call: SimulatedCall,
  overrides: Overrides,
  transfers: readonly Movement[],
  isNative: (token: string) => boolean,
): Promise<readonly BalanceChange[]> {
  const fungible = transfers.filter(({ standard }) => standard === 'erc20')
  const claimed = claimsOf(fungible)
  const native = claimed
    .filter(({ token }) => isNative(token))
    .map(({ account, base }) => ({ account, token: null, base, isMeasured: true }))
  const pairs = claimed.filter(({ token }) => !isNative(token))
  // A token may change balances without an event, or emit an event with a larger amount.
  const isAsked = pairs.some(
    ({ account, token }) => same(account, call.from) && same(token, call.to),
  )
  const own = isAsked || ZERO.test(call.from) ? [] : [{ account: call.from, token: call.to }]
  const asked: readonly Pair[] = [...own, ...pairs].slice(0, PAIRS_MAX)
  const deltas = await measured(state, call, overrides, asked)
  const changes = asked.flatMap(({ account, token }, at): BalanceChange[] => {
    const delta = deltas[at]
    if (delta != null) return [{ account, token, base: delta, isMeasured: true }]
    const claim = pairs.find((pair) => same(pair.account, account) && same(pair.token, token))
    return claim ? [{ account, token, base: claim.base, isMeasured: false }] : []
  })
  const rest = pairs.slice(PAIRS_MAX - own.length).map((one) => ({ ...one, isMeasured: false }))
  return [...native, ...changes, ...rest].filter(({ base }) => base !== 0n)
}

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/** Sums of the amounts in events; the zero address of mints and burns is left out. */
function claimsOf(transfers: readonly Movement[]): (Pair & { readonly base: bigint })[] {
  const sums = new Map<string, Pair & { base: bigint }>()
  const add = (account: string, token: string, base: bigint): void => {
    if (ZERO.test(account)) return
    const key = `${account} ${token}`.toLowerCase()
    const sum = sums.get(key)
    sums.set(key, { account, token, base: (sum?.base ?? 0n) + base })
  }
  for (const { from, to, token, amountBase } of transfers) {
    add(from, token, -BigInt(amountBase ?? 0))
    add(to, token, BigInt(amountBase ?? 0))
  }
  return [...sums.values()]
}

/** Null where the token does not answer. */
async function measured(
  state: EvmState,
  call: SimulatedCall,
  overrides: Overrides,
  pairs: readonly Pair[],
): Promise<readonly (bigint | null)[]> {
  if (pairs.length === 0) return []
  const reads = pairs.map(({ account, token }) => ({
    from: call.from,
    to: token,
    data: BALANCE_OF + addressWord(account),
  }))
  const said = await simulate(state, [...reads, call, ...reads], overrides)
  if (said === null || typeof said === 'string') return pairs.map(() => null)
  const balance = (at: number): bigint | null => {
    const one = said[at]
    return one?.isOk && one.data.length === 66 ? BigInt(one.data) : null
  }
  return pairs.map((_, at) => {
    const [before, after] = [balance(at), balance(pairs.length + 1 + at)]
    return before === null || after === null ? null : after - before
  })
}
