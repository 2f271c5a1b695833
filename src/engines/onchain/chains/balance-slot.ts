import { z } from 'zod'
import { nullIfTheirs } from '../../../base/core/failover.ts'
import { addressWord, numberWord } from '../abi-words.ts'
import { codec, type Hex } from '../calldata/codec.ts'
import type { SimulationNode } from './simulate.ts'

/**
 * The mapping of balances is in one of the first slots, or at the slot of OpenZeppelin 5
 * (ERC-7201).
 */
const SLOTS_MAX = 64
const NAMESPACED = '52c63247e1f47db19d5ce0460030c497f067ca4cebf71ba98eeadabe20bace00'
/**
 * Each candidate slot is set to a different amount, so the reported balance identifies the slot.
 */
const MARK = 10n ** 24n

const Word = z.string().regex(/^0x[0-9a-f]{64}$/i)

/** The storage slot of an account's balance; null if it cannot be found. */
export async function balanceSlot(
  state: SimulationNode,
  token: string,
  account: string,
): Promise<string | null> {
  const { keccak256 } = await codec()
  const who = addressWord(account)
  const numbers = Array.from({ length: SLOTS_MAX }, (_, at) => numberWord(at))
  const places = [...numbers, NAMESPACED].flatMap((place): Hex[] => [
    keccak256(`0x${who}${place}`),
    // Vyper hashes slot and key in the opposite order.
    keccak256(`0x${place}${who}`),
  ])
  const marked = places.map((place, at) => [place, hex(MARK + BigInt(at))] as const)
  const stateDiff = Object.fromEntries(marked)
  const call = { to: token, data: `0x70a08231${who}` }
  const said = await state
    .ask('eth_call', [call, state.tag, { [token]: { stateDiff } }])
    .catch(nullIfTheirs)
  const balance = said && 'result' in said ? Word.safeParse(said.result).data : undefined
  const place = balance === undefined ? -1n : BigInt(balance) - MARK
  return place >= 0n && place < BigInt(places.length) ? places[Number(place)]! : null
}

const hex = (value: bigint): string => `0x${numberWord(value)}`
