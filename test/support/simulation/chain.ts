import { z } from 'zod'
import { Fault } from '../../../src/base/core/fault.ts'
import type { Wallet } from '../../../src/base/core/payment.ts'
import type { Rail, Settlement } from '../../../src/selling/payments/rail.ts'
import type { Life, World } from './world.ts'

/** A transfer that somebody has signed, as a chain would know it. */
interface Signed {
  readonly nonce: string
  readonly amount: number
  readonly validBefore: number
  /** What it moved: as much as was signed, or less. */
  moved: number
  /** When it moved the money, if it did. */
  movedAt: number | null
  /** A settlement was sent that may still land. */
  isUnderWay: boolean
}

/** A chain on which every authorization moves money at most once, and a rail that settles there. */
export interface Chain {
  sign(amount: number, lifeMs: number): string
  railOf(life: Life): Rail
  /** Everything that was signed. */
  readonly signed: ReadonlyMap<string, Readonly<Signed>>
  /** Settlements that a chain would call a second try. */
  readonly oddities: readonly string[]
}

const VERIFY_MS = 20_000
const SETTLE_MS = 20_000
const TRACE_MS = 10_000
const SETTLE_SPARE_MS = 10_000
const DAY_MS = 24 * 3_600_000
export const CHAIN_HEADER = 'x-chain'
/** Between what was signed and what it is settled for. */
const LESS = ' for '

/** What happens to a settlement: done, refused, lost before or after its effect, or late. */
const RESULTS = { done: 60, refused: 10, lostBefore: 8, lostAfter: 12, late: 10 }

export function createChain(world: World): Chain {
  const { random, now } = world
  const signed = new Map<string, Signed>()
  const oddities: string[] = []

  function signedBy(data: unknown): Signed {
    const found = signed.get(String(data).split(LESS)[0]!)
    if (!found) throw new Fault('payment_refused', 'chain: nobody signed that')
    return found
  }

  /** As much as its seller asks for, at most what was signed. */
  function move(transfer: Signed, amount: number): void {
    transfer.isUnderWay = false
    if (transfer.movedAt !== null || transfer.validBefore <= now()) return
    if (amount > transfer.amount) oddities.push(`${transfer.nonce} was asked for ${amount}`)
    transfer.movedAt = now()
    transfer.moved = amount
    world.note(`chain: ${transfer.nonce} moves`)
  }

  function broadcast(transfer: Signed, amount: number): Settlement {
    const { nonce, movedAt, isUnderWay, validBefore } = transfer
    if (movedAt !== null || isUnderWay) oddities.push(`${nonce} was settled a second time`)
    if (movedAt !== null) return { state: 'refused', reason: 'nonce_already_used' }
    if (validBefore <= now()) return { state: 'refused', reason: 'expired' }
    const result = world.calm ? 'done' : random.weighted(RESULTS)
    world.note(`chain: settlement of ${nonce} is ${result}`)
    if (result === 'refused') return { state: 'refused', reason: 'insufficient_funds' }
    if (result === 'late') {
      transfer.isUnderWay = true
      world.at(now() + random.below(2 * (validBefore - now())), () => move(transfer, amount))
    }
    if (result === 'done' || result === 'lostAfter') move(transfer, amount)
    return result === 'done' ? settledAs(nonce) : unknown
  }

  function seek({ nonce, movedAt, validBefore }: Signed): Settlement {
    if (!world.calm && random.chance(0.1)) return unknown
    if (movedAt !== null) return settledAs(nonce)
    return validBefore <= now() ? { state: 'refused', reason: 'it has expired' } : unknown
  }

  function railOf(life: Life): Rail {
    return {
      id: 'chain',
      outside: true,
      accepts: () => true,
      challenge: () => ({ protocol: 'test', value: () => null, headers: [], body: {} }),
      claim(request) {
        const nonce = request.header(CHAIN_HEADER) ?? request.credentials?.['x402']
        if (typeof nonce !== 'string') return null
        const proofUntil = (signed.get(nonce)?.validBefore ?? now()) + DAY_MS
        return { rail: 'chain', payer: nonce, proof: `chain:${nonce}`, proofUntil, data: nonce }
      },
      inspect({ data }, { tool, amount }) {
        const transfer = signedBy(data)
        if (transfer.amount !== amount) throw new Fault('payment_refused', 'chain: wrong amount')
        if (transfer.validBefore < now() + tool.limits.firstEventMs + SETTLE_SPARE_MS)
          throw new Fault('payment_unusable', 'chain: it ends before the tool must have answered')
      },
      verify({ data, proof }, { amount }) {
        const check = () => {
          const { nonce, movedAt, validBefore } = signedBy(data)
          if (!world.calm && random.chance(0.05))
            throw new Fault('upstream_unreachable', 'chain: nobody answers')
          if (movedAt !== null || validBefore <= now())
            throw new Fault('payment_refused', `chain: ${nonce} is used or has expired`)
          return { rail: 'chain', payer: { rail: 'chain', wallet: WALLET }, amount, proof, data }
        }
        return world.step(life, `verify ${String(data)}`, check, VERIFY_MS)
      },
      reduce: (authorization, amount) => ({
        ...authorization,
        amount,
        data: `${String(authorization.data)}${LESS}${amount}`,
      }),
      settle: ({ data, amount }) => {
        const act = () => broadcast(signedBy(data), amount)
        return world.step(life, `settle ${String(data)}`, act, SETTLE_MS)
      },
      release: ({ data }) => world.step(life, `let go of ${String(data)}`, () => {}, TRACE_MS),
      trace: ({ data }) =>
        world.step(life, `trace ${String(data)}`, () => seek(signedBy(data)), TRACE_MS),
      held: z.unknown(),
      describe: () => ({}),
    }
  }

  return {
    signed,
    oddities,
    railOf,
    sign(amount, lifeMs) {
      const nonce = `nonce-${signed.size + 1}`
      const validBefore = now() + lifeMs
      signed.set(nonce, {
        nonce,
        amount,
        validBefore,
        moved: 0,
        movedAt: null,
        isUnderWay: false,
      })
      return nonce
    },
  }
}

const WALLET: Wallet = '0x00000000000000000000000000000000000000aa'
const unknown: Settlement = { state: 'unknown', reason: 'send the same payment again' }

const settledAs = (nonce: string): Settlement => ({
  state: 'settled',
  receipt: { protocol: 'test', value: { reference: nonce }, header: ['x-receipt', nonce] },
  entries: [],
  network: 'sim:1',
  reference: nonce,
})
