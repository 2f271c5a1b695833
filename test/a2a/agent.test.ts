import { randomUUID } from 'node:crypto'
import { ClientFactory } from '@a2a-js/sdk/client'
import type { Client } from '@a2a-js/sdk/client'
import { x402Client } from '@x402/core/client'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient } from '../../src/outside/net/request.ts'
import { balanceOf } from '../../src/service/sandbox/token.ts'
import { bearer, BUYER_KEYS } from '../support/buyer.ts'
import { call } from '../support/calls.ts'
import { createFixtures } from '../support/fixture-tools.ts'
import { openTestService, type TestService } from '../support/service.ts'

const PRICE = 1_000n
const fixtures = createFixtures()
const net = createClient({ policy: 'trusted' })
const settings = { SANDBOX: 'true', CONNECTOR_PER_MINUTE: '1000', CONNECTOR_PER_HOUR: '1000' }
let service: TestService
let client: Client

beforeAll(async () => {
  service = await openTestService({ tools: fixtures.tools, settings })
  client = await new ClientFactory().createFromUrl(service.url)
})
afterAll(async () => {
  await net.close()
  await service.stop()
})

const payer = privateKeyToAccount(BUYER_KEYS[0])
const x402 = new x402Client().register('eip155:*', new ExactEvmScheme(payer))

/** What the seller has received on the chain. */
const received = () =>
  balanceOf(net, service.sandbox!.rpcUrl, service.sandbox!.network.asset, service.sandbox!.payTo)

type Members = Readonly<Record<string, unknown>>

/** A member of a document, however deep. */
const at = (value: unknown, ...steps: readonly (string | number)[]): unknown =>
  steps.reduce<unknown>((inner, step) => (inner as Members)?.[step], value)

interface Place {
  readonly taskId?: string
  readonly contextId?: string
  readonly metadata?: Members
}

test('a message that has two members of one name is told of the lost one', async () => {
  const data = '{"slug":"json-validate","params":{"data":{"id":1,"id":2},"schema":{}}}'
  const message = `{"messageId":"m-1","role":"ROLE_USER","parts":[{"data":${data}}]}`
  const heard = await call(service, '/a2a/message:send', { body: `{"message":${message}}` })
  const lost = '/message/parts/0/data/params/data/id (all of this name but the last)'
  expect(heard.text).toContain(lost)
})

test('a call that is written as text is told of the members that its text lost', async () => {
  const params = '{"data":{"id":1,"id":2},"schema":{}}'
  const order = `{"slug":"json-validate","params":${params}}`
  const nested = `{"slug":"json-validate","params":${JSON.stringify(params)}}`
  const ask = async (part: string) => {
    const message = `{"messageId":"m-1","role":"ROLE_USER","parts":[${part}]}`
    return (await call(service, '/a2a/message:send', { body: `{"message":${message}}` })).text
  }
  const told = '(all of this name but the last)'
  expect(await ask(`{"text":${JSON.stringify(order)}}`)).toContain(
    `/message/parts/0/text/params/data/id ${told}`,
  )
  expect(await ask(`{"data":${nested}}`)).toContain(`/message/parts/0/data/params/data/id ${told}`)
  expect(await ask(`{"text":${JSON.stringify(nested)}}`)).toContain(
    `/message/parts/0/text/params/data/id ${told}`,
  )
})

const blank = { metadata: undefined, filename: '', mediaType: '' }
const textPart = (value: string) => ({ content: { $case: 'text', value }, ...blank })
const dataPart = (value: unknown) => ({ content: { $case: 'data', value }, ...blank })

const request = (part: unknown, place: Place = {}, configuration?: Members) =>
  ({
    message: {
      messageId: randomUUID(),
      role: 1,
      parts: [part],
      contextId: '',
      taskId: '',
      metadata: undefined,
      extensions: [],
      referenceTaskIds: [],
      ...place,
    },
    ...(configuration && { configuration }),
  }) as never

/** A task as the stock client hands it over. */
interface Task {
  readonly id: string
  readonly contextId: string
  readonly status: { readonly state: number; readonly message: Members }
  readonly artifacts: readonly Members[]
}

const ask = async (part: unknown, place?: Place, configuration?: Members): Promise<Task> =>
  (await client.sendMessage(request(part, place, configuration))) as unknown as Task
const get = async (id: string): Promise<Task> =>
  (await client.getTask({ id } as never)) as unknown as Task

const [WORKING, COMPLETED, FAILED, CANCELED, INPUT_REQUIRED, REJECTED] = [2, 3, 4, 5, 6, 7]
/** What every message says. */
const SAID = { messageId: 'said', role: 'ROLE_USER' }
const STRANGER = dataPart({ slug: 'fixture-stranger', params: {} })
const metadataOf = ({ status }: Task): Members => (status.message['metadata'] ?? {}) as Members
const answerOf = ({ artifacts }: Task): unknown => at(artifacts, 0, 'parts', 0, 'content', 'value')

async function payFor(task: Task) {
  const payment = await x402.createPaymentPayload(
    metadataOf(task)['x402.payment.required'] as never,
  )
  const { id: taskId, contextId } = task
  const paid: Members = {
    'x402.payment.status': 'payment-submitted',
    'x402.payment.payload': payment,
  }
  return { taskId, contextId, metadata: paid }
}

describe('the card', () => {
  test('is the same at both paths, and every skill of it is a family', async () => {
    const [card, before] = await Promise.all(
      ['agent-card.json', 'agent.json'].map((name) =>
        call(service, `/.well-known/${name}`, { method: 'GET' }),
      ),
    )
    expect(card?.text).toBe(before?.text)
    expect(JSON.parse(card!.text)).toMatchObject({
      supportedInterfaces: [{ url: `${service.url}/a2a`, protocolBinding: 'HTTP+JSON' }],
      capabilities: { extensions: [{ uri: expect.stringContaining('a2a-x402') as string }] },
    })
    const skills = at(JSON.parse(card!.text), 'skills') as readonly Members[]
    const ids = skills.map(({ id }) => id)
    expect(ids).toContain('encoding')
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('of the registry leads to places that answer', async () => {
    const file = await call(service, '/.well-known/agent-registration.json', { method: 'GET' })
    const { x402Support, services } = JSON.parse(file.text) as Members
    expect(x402Support).toBe(true)
    for (const { name, endpoint } of services as readonly Members[]) {
      const { status } = await fetch(endpoint as string)
      expect(status, name as string).toBe(name === 'MCP' ? 405 : 200)
    }
  })
})

describe('an agent with the stock client', () => {
  test('runs a pure tool at once, for nothing', async () => {
    const task = await ask(dataPart({ slug: 'hash', params: { text: 'a' } }))
    expect(task.status.state).toBe(COMPLETED)
    expect(answerOf(task)).toMatchObject({ hex: expect.stringMatching(/^ca978112/) as string })
    expect(await get(task.id)).toEqual(task)
  })

  test('is told in words which tools there are, and calls one in the same task', async () => {
    const found = await ask(textPart('take the SHA-256 digest of a text'))
    expect(found.status.state).toBe(INPUT_REQUIRED)
    expect(JSON.stringify(found.status.message)).toContain('"hash"')
    const order = JSON.stringify({ slug: 'hash', params: '{"text":"a"}' })
    const done = await ask(textPart(order), { taskId: found.id, contextId: found.contextId })
    expect([done.id, done.status.state]).toEqual([found.id, COMPLETED])
  })

  test('pays by x402, once for one task', async () => {
    const before = await received()
    const quote = await ask(STRANGER)
    expect(quote.status.state).toBe(INPUT_REQUIRED)
    expect(metadataOf(quote)).toMatchObject({
      'x402.payment.status': 'payment-required',
      'x402.payment.required': { x402Version: 2 },
    })
    const place = await payFor(quote)
    const paid = await ask(textPart('Here is the payment.'), place)
    expect(paid.status.state).toBe(COMPLETED)
    expect(metadataOf(paid)).toMatchObject({
      'x402.payment.status': 'payment-completed',
      'x402.payment.receipts': [{ success: true, payer: payer.address }],
    })
    expect(paid.artifacts[0]).toMatchObject({ metadata: { untrustedContent: true } })
    expect(await received()).toBe(before + PRICE)
    await expect(ask(textPart('Again.'), place)).rejects.toMatchObject({
      name: 'UnsupportedOperationError',
    })
    // The payment is used up for any other task too.
    const stolen = await ask(STRANGER, { metadata: place.metadata })
    expect(stolen.status.state).toBe(INPUT_REQUIRED)
    expect(await received()).toBe(before + PRICE)
  })

  test('asks again after a bad payment, and takes a refusal', async () => {
    const before = await received()
    const quote = await ask(STRANGER)
    const place = await payFor(quote)
    const payload = structuredClone(place.metadata['x402.payment.payload'])
    Object.assign(at(payload, 'payload') as object, { signature: `0x${'11'.repeat(65)}` })
    const bad = { ...place, metadata: { ...place.metadata, 'x402.payment.payload': payload } }
    const asked = await ask(textPart('Pay.'), bad)
    expect(asked.status.state).toBe(INPUT_REQUIRED)
    expect(metadataOf(asked)).toMatchObject({ 'x402.payment.error': expect.any(String) as string })
    const metadata = { 'x402.payment.status': 'payment-rejected' }
    const refused = await ask(textPart('Too dear.'), { ...place, metadata })
    expect(refused.status.state).toBe(REJECTED)
    expect(await received()).toBe(before)
  })

  test('pays by a credits key in the header', async () => {
    const key = await service.issueKey('$1')
    const heard = await call(service, '/a2a/message:send', {
      headers: bearer(key),
      body: { message: { ...SAID, parts: [{ data: { slug: 'fixture-stranger' } }] } },
    })
    expect(heard.text).toContain('TASK_STATE_COMPLETED')
    expect(heard.headers['content-type']).toBe('application/a2a+json')
    expect((await service.account(key)).balance).toBe(999_000)
  })

  test('pays nothing for a pure tool, with a token or a key in the header', async () => {
    const key = await service.issueKey('$1')
    for (const token of ['unused', key]) {
      const heard = await call(service, '/a2a/message:send', {
        headers: bearer(token),
        body: { message: { ...SAID, parts: [{ data: { slug: 'hash', params: { text: 'a' } } }] } },
      })
      expect(heard.text).toContain('TASK_STATE_COMPLETED')
    }
    expect((await service.account(key)).balance).toBe(1_000_000)
  })

  test('mends a bad input in the same task', async () => {
    const wrong = await ask(dataPart({ slug: 'hash', params: {} }))
    expect(wrong.status.state).toBe(INPUT_REQUIRED)
    expect(JSON.stringify(wrong.status.message)).toContain('text')
    const { id: taskId, contextId } = wrong
    const right = dataPart({ slug: 'hash', params: { text: 'a' } })
    expect((await ask(right, { taskId, contextId })).status.state).toBe(COMPLETED)
  })

  test('gets bytes as a raw part, and a failure as a failed task', async () => {
    const picture = await ask(dataPart({ slug: 'fixture-picture' }))
    expect(picture.artifacts[0]).toMatchObject({ parts: [{ mediaType: 'image/png' }] })
    const failed = await ask(
      dataPart({ slug: 'fixture-fault', params: { code: 'upstream_failed' } }),
    )
    expect(failed.status.state).toBe(FAILED)
  })

  test('waits for a slow tool, or asks for it later', async () => {
    const waited = await ask(dataPart({ slug: 'fixture-slow' }))
    expect([waited.status.state, answerOf(waited)]).toEqual([COMPLETED, { done: true }])
    const slow = dataPart({ slug: 'fixture-slow', params: { gate: 'later' } })
    const begun = await ask(slow, {}, { returnImmediately: true, acceptedOutputModes: [] })
    expect(begun.status.state).toBe(WORKING)
    expect((await get(begun.id)).status.state).toBe(WORKING)
    await expect(client.cancelTask({ id: begun.id } as never)).rejects.toMatchObject({
      name: 'TaskNotCancelableError',
    })
    fixtures.open('later')
    await expect.poll(async () => (await get(begun.id)).status.state).toBe(COMPLETED)
    const job = await ask(dataPart({ slug: 'fixture-slow', params: { fault: 'upstream_failed' } }))
    expect(job.status.state).toBe(FAILED)
  })

  test('follows a task as it goes', async () => {
    const part = dataPart({ slug: 'fixture-slow', params: { gate: 'stream' } })
    const kinds: unknown[] = []
    let id = ''
    for await (const { payload } of client.sendMessageStream(request(part))) {
      kinds.push(payload?.$case)
      if (payload?.$case === 'task') {
        id = payload.value.id
        expect((await get(id)).status.state).toBe(WORKING)
        fixtures.open('stream')
      }
    }
    expect(kinds).toEqual(['task', 'artifactUpdate', 'statusUpdate'])
    expect((await get(id)).status.state).toBe(COMPLETED)
    const again = async () => {
      for await (const _ of client.resubscribeTask({ id } as never)) return
    }
    await expect(again()).rejects.toMatchObject({ name: 'UnsupportedOperationError' })
  })

  test('leaves no task behind that was streamed and is not stored', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.79' }
    const contextId = randomUUID()
    const message = { ...SAID, contextId, parts: [{ data: { slug: 'fixture-stranger' } }] }
    const heard = await Promise.all(
      Array.from({ length: 61 }, () =>
        call(service, '/a2a/message:stream', { headers, body: { message } }),
      ),
    )
    const refused = heard.filter(({ text }) => text.includes('RESOURCE_EXHAUSTED'))
    expect(refused).toHaveLength(1)
    const { body } = await call(service, `/a2a/tasks?contextId=${contextId}`)
    expect(body).toMatchObject({ totalSize: 50 })
    const [, id = ''] = /"id":"(\w+)"/.exec(refused[0]!.text) ?? []
    expect((await call(service, `/a2a/tasks/${id}`)).status).toBe(404)
  })

  test('lists the tasks of a context, and cancels what waits', async () => {
    const contextId = randomUUID()
    const quote = await ask(STRANGER, { contextId })
    expect(quote.contextId).toBe(contextId)
    const { tasks } = await client.listTasks({ contextId } as never)
    expect(tasks.map(({ id }) => id)).toEqual([quote.id])
    const canceled = (await client.cancelTask({ id: quote.id } as never)) as unknown as Task
    expect(canceled.status.state).toBe(CANCELED)
    await expect(client.listTasks({ contextId: 'short' } as never)).rejects.toThrow(/contextId/)
    await expect(get('nothing')).rejects.toMatchObject({ name: 'TaskNotFoundError' })
  })
})

describe('what is refused', () => {
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    call(service, `/a2a${path}`, { headers, body })

  test.each([
    ['no JSON', 'x{', 400, 'INVALID_ARGUMENT'],
    ['no message', {}, 400, 'INVALID_ARGUMENT'],
    ['no parts', { message: { ...SAID, parts: [] } }, 400, 'INVALID_ARGUMENT'],
    ['no id', { message: { role: 'ROLE_USER', parts: [{ text: 'a' }] } }, 400, 'INVALID_ARGUMENT'],
    [
      'words of an agent',
      { message: { ...SAID, role: 'ROLE_AGENT', parts: [{ text: 'a' }] } },
      400,
      'INVALID_ARGUMENT',
    ],
  ])('%s', async (_what, body, status, name) => {
    const heard = await post('/message:send', body)
    expect(heard.status).toBe(status)
    expect(JSON.parse(heard.text)).toMatchObject({ error: { code: status, status: name } })
  })

  test.each([
    ['/nowhere', 404],
    ['/tasks/x/pushNotificationConfigs', 400],
  ])('%s answers %i', async (path, status) => {
    expect((await post(path, {})).status).toBe(status)
  })

  test.each([
    [{}, 'message: is required.'],
    [{ message: { ...SAID, parts: [] } }, 'message.parts: must have at least 1 item.'],
    [{ message: { ...SAID, parts: 'a' } }, 'message.parts: must be a list, not a string.'],
  ])('a message that is none, in words: %j', async (body, says) => {
    expect((await post('/message:send', body)).text).toContain(says)
  })

  test('another version, a host and a page that are not ours', async () => {
    const body = { message: { ...SAID, parts: [{ text: 'a' }] } }
    expect((await post('/message:send', body, { 'a2a-version': '2.0' })).text).toContain(
      'VERSION_NOT_SUPPORTED',
    )
    expect((await post('/message:send', body, { host: 'evil.example' })).status).toBe(403)
    expect((await post('/message:send', body, { origin: 'https://evil.example' })).status).toBe(403)
    expect((await post('/message:send', body, { origin: service.url })).status).toBe(200)
  })

  test('more unpaid tasks in a minute than are stored for one client', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.77' }
    const body = { message: { ...SAID, parts: [{ data: { slug: 'fixture-stranger' } }] } }
    const heard = await Promise.all(
      Array.from({ length: 61 }, () => post('/message:send', body, headers)),
    )
    expect(heard.filter(({ status }) => status === 429)).toHaveLength(1)
  })

  test('more tasks that are refused by their buyer than are stored for one client', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.78' }
    const metadata = { 'x402.payment.status': 'payment-rejected' }
    const body = { message: { ...SAID, parts: [{ text: 'no' }], metadata } }
    const heard = await Promise.all(
      Array.from({ length: 61 }, () => post('/message:send', body, headers)),
    )
    expect(heard.filter(({ status }) => status === 429)).toHaveLength(1)
  })

  test('a call within a text that is nested deeper than others should wait for', async () => {
    const nested = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
    const say = (text: string) => post('/message:send', { message: { ...SAID, parts: [{ text }] } })
    const heard = await say(`{"slug":"hash","params":{"text":${nested}}}`)
    expect(heard.text).toContain('The input must hold at most')
    const beside = await say(`{"slug":"hash","other":${nested.slice(199_000, 201_000)}}`)
    expect(beside.status).toBe(400)
    expect(beside.text).toContain('message.parts: must hold at most')
  })
})

test('a large answer that nobody paid for is told once, and not kept', async () => {
  const files = [{ name: 'a', text: 'x'.repeat(400_000) }]
  const sent = { data: { slug: 'zip-create', params: { files, level: 0 } } }
  const heard = await call(service, '/a2a/message:send', {
    body: { message: { ...SAID, parts: [sent] } },
  })
  const { task } = heard.body as { task: { id: string; artifacts: unknown[] } }
  expect(task.artifacts).toHaveLength(1)
  const again = await call(service, `/a2a/tasks/${task.id}`)
  expect(again.body).toMatchObject({ artifacts: [], status: { state: 'TASK_STATE_COMPLETED' } })
})
