import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import { call, type CallAnswer } from '../calls.ts'
import type { TestService } from '../service.ts'
import type { BillingProvider } from './billing-provider.ts'

export const WIRES = {
  chat: ['chat/completions', 'openai/gpt-6.1-terra'],
  messages: ['messages', 'anthropic/claude-opus-5.5'],
  responses: ['responses', 'openai/gpt-6.1-terra'],
} as const
export type Wire = keyof typeof WIRES

const WORDS_IN = 200

export function asked(wire: Wire, stream: boolean, more: object = {}) {
  const content = 'word '.repeat(WORDS_IN)
  const turns = [{ role: 'user', content }]
  const said =
    wire === 'responses'
      ? { input: turns, max_output_tokens: 4_000 }
      : { messages: turns, max_tokens: 4_000 }
  return { model: WIRES[wire][1], ...said, stream, ...more }
}

export const pathOf = (wire: Wire, tier: string): string => `/v1/${tier}/${WIRES[wire][0]}`

interface Going {
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
  /** When the caller hangs up; never where it is not named. */
  readonly leavesMs?: number
}

/** Null where the caller has left. */
export async function sent(
  service: TestService,
  path: string,
  { body, headers, leavesMs }: Going,
): Promise<CallAnswer | null> {
  const gone = new AbortController()
  const timer = leavesMs === undefined ? undefined : setTimeout(() => gone.abort(), leavesMs)
  try {
    return await call(service, path, { body, headers, signal: gone.signal })
  } catch (thrown) {
    if (!gone.signal.aborted) throw thrown
    return null
  } finally {
    clearTimeout(timer)
  }
}

/** Reads words of a stream, and hangs up behind so many. */
export async function readUntil(service: TestService, path: string, going: Going, words: number) {
  const gone = new AbortController()
  const { headers, body } = going
  const answer = await fetch(`${service.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: gone.signal,
  })
  let heard = 0
  const decoder = new TextDecoder()
  for await (const bytes of answer.body ?? []) {
    heard += decoder.decode(bytes, { stream: true }).split('word ').length - 1
    if (heard >= words) break
  }
  gone.abort()
  return heard
}

export async function lostIn({ db }: TestService): Promise<number> {
  const row = await db.one<{ amount: number | null }>(
    'select sum(amount) as amount from losses where is_booked = 1',
  )
  return Number(row?.amount ?? 0)
}

export const soldIn = async (service: TestService): Promise<number> =>
  (await service.sales()).reduce((sum, { amount }) => sum + amount, 0)

/** Until nothing is under way: no request, no refund, no loss that is being written. */
export async function quiet(service: TestService, provider: BillingProvider) {
  const state = async () => [await soldIn(service), await lostIn(service), provider.open()].join()
  await expect.poll(() => provider.open(), { timeout: 20_000 }).toBe(0)
  for (let before = ''; before !== (await state());) {
    before = await state()
    await pause(400)
  }
  return { sold: await soldIn(service), lost: await lostIn(service) }
}

/** Millionths of a dollar. */
const DEAREST_WORD = 20
const LOSSES_MOST = 5_000_000

/** The last words may be under way when a reader leaves, and every call costs its least. */
const WORDS_LATE = 60
const LEAST = 1_000

/** Answers of any length; some break off. */
const anyScript = () => ({
  words: 5 + Math.floor(Math.random() * 150),
  waitMs: 40,
  wordMs: 2,
  isTorn: Math.random() < 0.2,
})

interface Buying {
  readonly calls: number
  /** Whether a call costs what it has used, and not its quote. */
  readonly paysUsed: boolean
  pay(path: string, body: unknown): Promise<Readonly<Record<string, string>>>
}

/**
 * What the provider bills is what buyers pay and what is booked, within a bound: the words that
 * are under way when a reader leaves, the vendor's factor, the price over the cost, and the least
 * price.
 */
export async function assertLaw(
  service: TestService,
  provider: BillingProvider,
  { calls, pay, paysUsed }: Buying,
): Promise<void> {
  provider.plays(anyScript)
  for (const wire of Object.keys(WIRES) as Wire[])
    for (const stream of [false, true])
      for (const tier of ['metered', 'nano']) {
        const before = { ...(await quiet(service, provider)), billed: provider.billed() }
        const path = pathOf(wire, tier)
        const body = asked(wire, stream)
        const begun = Array.from({ length: calls }, async () => {
          const headers = await pay(path, body)
          return sent(service, path, { body, headers, leavesMs: Math.random() * 300 })
        })
        await Promise.all(begun)
        const after = await quiet(service, provider)
        const billed = provider.billed() - before.billed
        const covered = after.sold - before.sold + after.lost - before.lost
        const label = `${wire} ${stream ? 'stream' : 'JSON'} ${tier}`
        const late = stream ? calls * WORDS_LATE * DEAREST_WORD : 0
        expect(covered + late, label).toBeGreaterThanOrEqual(billed)
        if (tier === 'metered' && paysUsed)
          expect(covered, label).toBeLessThanOrEqual(billed * 1.15 * 1.35 + calls * LEAST + late)
      }
  expect(await lostIn(service)).toBeLessThan(LOSSES_MOST)
}
