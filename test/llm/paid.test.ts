/** @module-tag long */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call, type CallAnswer } from '../support/calls.ts'
import {
  cut,
  empty,
  errorWithin,
  good,
  startProvider,
  status,
  torn,
  type FaultyProvider,
  type Play,
} from '../support/llm/provider.ts'
import { openShop, type Shop } from '../support/x402-shop.ts'

/** Streams that are paid over x402, while the provider fails now and then. */
const PATH = '/v1/nano/chat/completions'
const PRICE = 3_000n

const PLAYS: Readonly<Record<string, Play>> = {
  good,
  empty,
  errorWithin,
  refused: status(400),
  cut,
  torn,
}

/** Failures before the first content cost nothing; after it, the call is committed. */
const UNCOMMITTED = ['empty', 'errorWithin', 'refused'] as const
const COMMITTED = ['cut', 'torn'] as const

let shop: Shop
let provider: FaultyProvider

beforeAll(async () => {
  provider = await startProvider()
  provider.plays((response, request) => {
    const [message] = request.body['messages'] as { content: string }[]
    return PLAYS[message?.content ?? '']?.(response, request)
  })
  shop = await openShop({}, { settings: { LLM_URL: provider.url } })
})
afterAll(async () => {
  await shop.close()
  await provider.stop()
})

/** What happens to the n-th of a hundred calls: every fifth fails. */
function playOf(at: number): string {
  if (at % 5 !== 4) return 'good'
  const fault = (at - 4) / 5
  return fault % 2 === 0
    ? (UNCOMMITTED[(fault / 2) % UNCOMMITTED.length] ?? '')
    : (COMMITTED[((fault - 1) / 2) % COMMITTED.length] ?? '')
}

test('of a hundred streams with twenty faults, the committed ones are charged', async () => {
  const before = await shop.chain.received()
  const buyer = await shop.chain.wallet('reader')
  const heard: (readonly [play: string, answer: CallAnswer])[] = []
  for (let at = 0; at < 100; at += 1) {
    const play = playOf(at)
    const body = { stream: true, messages: [{ role: 'user', content: play }] }
    const headers = await buyer.payFor(shop.service(), PATH, { body })
    heard.push([play, await call(shop.service(), PATH, { body, headers })])
  }
  const outcomes = (of: readonly string[]) =>
    heard.filter(([play]) => of.includes(play)).map(([, answer]) => answer)

  expect(outcomes(['good']).every(({ text }) => text.endsWith('data: [DONE]\n\n'))).toBe(true)
  for (const { status: code, text } of outcomes(COMMITTED)) {
    expect(code).toBe(200)
    expect(text).toMatch(/"error":\{"message"/)
    expect(text).not.toContain('[DONE]')
  }
  for (const answer of outcomes(UNCOMMITTED)) {
    expect([400, 502]).toContain(answer.status)
    expect(answer.headers['payment-response']).toBeUndefined()
  }
  const committed = outcomes(['good', ...COMMITTED]).length
  expect(committed).toBe(90)
  expect((await shop.chain.received()) - before).toBe(PRICE * BigInt(committed))
  expect(await shop.service().sales()).toHaveLength(committed)
}, 240_000)
