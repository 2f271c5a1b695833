import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WIRES } from '../../src/capabilities/llm/wires/all.ts'
import { WIRE_NAMES, type WireName } from '../../src/capabilities/llm/wires/policy.ts'
import { call } from '../support/calls.ts'
import { BASES, SAMPLES } from '../support/llm/parameters.ts'
import { ANSWERS } from '../support/llm/provider.ts'
import { openWireServices, type WireServices } from '../support/llm/wire-services.ts'

/** Every row of the policy of every wire, sent to a provider of every wire. */
let services: WireServices
beforeAll(async () => void (services = await openWireServices()))
afterAll(async () => services.stop())

type Body = Readonly<Record<string, unknown>>

/** What a provider of one wire gets for a call on another, and what the buyer hears of it. */
async function send(from: WireName, to: WireName, body: Body) {
  const { provider } = services
  provider.plays((response, { path }) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(ANSWERS[path]))
  })
  const path = `/v1${WIRES[from].path}`
  const { status, body: heard, text } = await call(services.serviceOf(to), path, { body })
  const router = (heard['router'] ?? {}) as { readonly dropped?: readonly string[] }
  const sent = JSON.stringify(provider.requests.at(-1)?.body ?? null)
  return { status, text, sent, dropped: router.dropped ?? [] }
}

const ways = WIRE_NAMES.flatMap((from) => WIRE_NAMES.map((to) => [from, to] as const))

test.each(WIRE_NAMES)('every row of %s has a sample', (wire) => {
  expect(Object.keys(SAMPLES[wire]).toSorted()).toEqual(Object.keys(WIRES[wire].policy).toSorted())
})

describe.each(ways)('%s to a provider of %s', (from, to) => {
  const rows = Object.entries(WIRES[from].policy)

  test.each(rows)('%s', async (path, row) => {
    const sample = SAMPLES[from][path]
    if (!sample) throw new Error(`${path} has no sample`)
    const heard = await send(from, to, { ...BASES[from], ...sample.body })
    // A provider that is the operator's own server takes thoughts back on the chat wire.
    const treatment = row[to] === 'thoughts' ? 'mapped' : row[to]
    if (treatment === 'refused' || sample.refusedBy?.includes(to)) {
      expect(heard.status, heard.text).toBe(400)
      expect(heard.text).toContain(path.split('.')[0])
      expect(heard.sent).toBe('null')
      return
    }
    expect(heard.status, heard.text).toBe(200)
    if (treatment === 'dropped') {
      expect(heard.dropped).toContain(path)
      if (sample.mark) expect(heard.sent).not.toContain(sample.mark)
      return
    }
    expect(heard.dropped).not.toContain(path)
    const { without } = sample
    if (without === undefined) expect(heard.sent).toContain(sample.mark)
    else {
      const bare = await send(from, to, { ...BASES[from], ...without })
      if (sample.isDefault?.includes(to)) expect(heard.sent).toBe(bare.sent)
      else expect(heard.sent).not.toBe(bare.sent)
    }
  })

  test('a field and a member that nobody knows are told as dropped', async () => {
    const tools = SAMPLES[from]['tools']?.body['tools'] as Body[] | undefined
    const strange = { ...BASES[from], strange_field: 0, tools: [{ ...tools?.[0], strange: 1 }] }
    const { dropped } = await send(from, to, strange)
    expect(dropped).toContain('strange_field')
    expect(dropped.includes('tools.strange')).toBe(from !== to)
  })
})

test.each([
  ['chat', { seed: 0 }, ['seed']],
  ['chat', { seed: 1, presence_penalty: 1 }, ['presence_penalty', 'seed']],
  ['chat', { presence_penalty: 0, n: 1, logprobs: false, store: false }, []],
  ['messages', { top_k: 1 }, ['top_k']],
  ['responses', { truncation: 'disabled', metadata: { a: '0' } }, ['metadata']],
] as const)('%s with %j tells what is dropped, and no default', async (from, body, dropped) => {
  const to = from === 'responses' ? 'chat' : 'responses'
  const heard = await send(from, to, { ...BASES[from], ...body })
  expect(heard.dropped.toSorted()).toEqual(dropped)
})

test.each([
  [{ temperature: 1.5 }, ['temperature']],
  [{ temperature: 0.5, top_p: 0.9 }, ['top_p']],
  [{ temperature: 0, reasoning_effort: 'high' }, ['temperature']],
] as const)('%j towards messages tells what it changes', async (body, changed) => {
  const { dropped } = await send('chat', 'messages', { ...BASES.chat, ...body })
  expect(dropped).toEqual(changed)
})
