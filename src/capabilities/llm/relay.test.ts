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

const started = (...all: readonly ProviderEvent[]) => relayed(all, 'chat', 'chat')

const relayed = (
  all: readonly ProviderEvent[],
  own: keyof typeof WIRES,
  wire: keyof typeof WIRES,
) =>
  relay(torn(...all), {
    own: WIRES[own],
    wire: WIRES[wire],
    head: {
      model: 'm',
      created: 1,
      bill: () => ({ cost: 0 }),
      includeUsage: false,
      request: {},
      tools: [],
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

test('an answer that breaks off is not sold', async () => {
  const { chunks, end } = started(HELLO, HELLO)
  expect(await readOut(chunks)).toContain('broke off')
  expect(await end).toMatchObject({ isSold: false })
})

test('whoever holds up an answer until it breaks off has bought it', async () => {
  const { chunks, end } = started(HELLO, HELLO)
  await readOut(chunks, 80)
  expect(await end).toMatchObject({ isSold: true })
})

test('an answer that is longer than any model writes ends', async () => {
  const long = event({ content: 'x'.repeat(900_000) })
  const { chunks } = started(HELLO, long, long, long, long, long, long)
  const said = await readOut(chunks)
  expect(said).toContain('The answer is too long.')
  expect(said.length).toBeLessThan(5_000_000)
})

/** `sequence_number` of each event. */
const numbersIn = (said: string): readonly unknown[] =>
  Array.from(
    said.matchAll(/^data: (.*)$/gm),
    ([, data = '']) => (JSON.parse(data) as { sequence_number?: number }).sequence_number,
  )

test('an error on the responses wire has the next number of its stream', async () => {
  const translated = await readOut(relayed([HELLO, HELLO], 'responses', 'chat').chunks)
  expect(numbersIn(translated)).toEqual([0, 1, 2, 3, 4, 5, 6])
  expect(translated).toContain('event: error')
  const text = 'He said "sequence_number":99'
  const data = { type: 'response.output_text.delta', sequence_number: 41, delta: text }
  const passing = { raw: `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`, data }
  const passed = await readOut(relayed([passing], 'responses', 'responses').chunks)
  expect(numbersIn(passed)).toEqual([41, 42])
})
