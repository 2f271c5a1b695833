import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { ProviderEvent } from './attempt.ts'
import { relay } from './relay.ts'
import { WIRES } from './wires/all.ts'

const event = (delta: object): ProviderEvent => {
  const data = { choices: [{ index: 0, delta, finish_reason: null }] }
  return { raw: `data: ${JSON.stringify(data)}\n\n`, data }
}

async function* torn(...all: readonly ProviderEvent[]) {
  for (const one of all) yield [one]
}

const started = (...all: readonly ProviderEvent[]) =>
  relay(torn(...all), {
    own: WIRES.chat,
    wire: WIRES.chat,
    head: {
      model: 'm',
      created: 1,
      bill: () => ({ cost: 0 }),
      includeUsage: false,
      request: {},
    },
    keepAliveMs: 1_000,
    readerMsMax: 50,
    signal: new AbortController().signal,
  })

const HELLO = event({ content: 'Hello' })

async function readOut(chunks: AsyncIterable<string>, pauseMs = 0): Promise<string> {
  let all = ''
  for await (const chunk of chunks) {
    all += chunk
    await sleep(pauseMs)
  }
  return all
}

test('an answer that breaks off is not whole', async () => {
  const { chunks, end } = started(HELLO, HELLO)
  expect(await readOut(chunks)).toContain('broke off')
  expect(await end).toMatchObject({ isWhole: false })
})

test('whoever holds up an answer until it breaks off has bought it', async () => {
  const { chunks, end } = started(HELLO, HELLO)
  await readOut(chunks, 80)
  expect(await end).toMatchObject({ isWhole: true })
})

test('an answer that is longer than any model writes ends', async () => {
  const long = event({ content: 'x'.repeat(900_000) })
  const { chunks } = started(HELLO, long, long, long, long, long, long)
  const said = await readOut(chunks)
  expect(said).toContain('The answer is too long.')
  expect(said.length).toBeLessThan(5_000_000)
})
