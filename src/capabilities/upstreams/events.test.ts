import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { callContext } from '../../../test/support/call-context.ts'
import type { Host } from '../../base/core/capability.ts'
import type { Limits } from '../../base/core/tool.ts'
import { defineUpstream, type EventsRequest } from './define.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** A provider that streams what a test writes, and a client that reads it. */
async function provider(
  write: (response: ServerResponse) => Promise<void> | void,
  limits: Partial<Limits> = {},
) {
  const heard: string[] = []
  let isClosed = false
  const server = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => heard.push(chunk.toString()))
    response.on('close', () => (isClosed = true))
    void write(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => server.close().closeAllConnections())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const setting = (name: string) => (name === 'UPSTREAM_TICKER_URL' ? url : undefined)
  const host = { now: Date.now, setting, onClose: () => {} } as unknown as Host
  const open = defineUpstream({
    name: 'ticker',
    texts: 'own',
    title: 'Ticker',
    terms: 'https://ticker.example/terms',
    base: 'https://ticker.example',
    limits: { timeoutMs: 800, bytesMax: 10_000, stream: limits },
    api: ({ events }) => ({ events }),
  }).open(host)
  const ask = (request?: EventsRequest, signal = new AbortController().signal) =>
    open(callContext({ signal })).events('/ticks', request)
  return { ask, heard, isClosed: () => isClosed }
}

const head = (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })

async function dataOf(events: AsyncIterable<{ readonly data: string }>): Promise<string[]> {
  const data: string[] = []
  for await (const event of events) data.push(event.data)
  return data
}

describe('events of an upstream', () => {
  test('are read one by one, however the bytes are split', async () => {
    const { ask, heard } = await provider(async (response) => {
      head(response)
      for (const piece of [
        ': a comment\n\nevent: a\nid: 1\nda',
        'ta: é1\ndata: 2\r\n\r\n',
        'data: 3\n\n',
      ]) {
        for (const byte of Buffer.from(piece)) response.write(Buffer.of(byte))
        await pause(5)
      }
      response.end()
    })
    const events = []
    for await (const event of await ask({ json: { q: 1 } })) events.push(event)
    expect(events).toEqual([
      { event: 'a', id: '1', data: 'é1\n2' },
      { event: undefined, id: undefined, data: '3' },
    ])
    expect(heard.join('')).toBe('{"q":1}')
  })

  test('close the connection when their reader stops', async () => {
    const { ask, isClosed } = await provider((response) => {
      head(response).write('data: 1\n\ndata: 2\n\n')
    })
    for await (const { data } of await ask()) {
      expect(data).toBe('1')
      break
    }
    await expect.poll(isClosed).toBe(true)
  })

  test.each([
    ['the first', {}, ': still thinking\n\n', '0.8 s'],
    ['the next', { idleMs: 100 }, 'data: 1\n\n', '0.1 s'],
    ['the last', { totalMs: 1_500 }, 'data: 1\n\n', '1.5 s'],
  ])('have time limits: %s', async (_which, limits, sent, told) => {
    const { ask, isClosed } = await provider((response) => {
      head(response).write(sent)
    }, limits)
    await expect(ask().then(dataOf)).rejects.toMatchObject({
      code: 'upstream_timeout',
      message: `Ticker took longer than ${told}.`,
    })
    await expect.poll(isClosed).toBe(true)
  })

  test('may continue after the limit of the first event, with a slow reader', async () => {
    const { ask } = await provider(
      async (response) => {
        head(response)
        for (let tick = 0; tick < 8; tick++) {
          response.write(`data: ${tick}\n\n`)
          await pause(150)
        }
        response.end()
      },
      { idleMs: 400 },
    )
    let count = 0
    for await (const _event of await ask()) if ((count += 1) === 1) await pause(300)
    expect(count).toBe(8)
  })

  test('end with a fault when the provider refuses', async () => {
    const refused = await provider((response) => void response.writeHead(500).end('no'))
    await expect(refused.ask()).rejects.toMatchObject({ message: 'Ticker answered 500.' })
    const other = await provider((response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
    await expect(other.ask()).rejects.toMatchObject({ code: 'upstream_failed' })
    const empty = await provider((response) => void head(response).end())
    await expect(empty.ask().then(dataOf)).rejects.toMatchObject({ code: 'upstream_failed' })
  })

  test('end with a fault when the connection is cut, or too much is sent', async () => {
    const cut = await provider((response) => {
      head(response).write('data: 1\n\n', () => response.destroy())
    })
    await expect(cut.ask().then(dataOf)).rejects.toMatchObject({ code: 'upstream_failed' })
    const large = await provider((response) => {
      head(response).end(`data: ${'x'.repeat(20_000)}\n\n`)
    })
    await expect(large.ask().then(dataOf)).rejects.toMatchObject({ code: 'upstream_failed' })
  })

  test('end when the caller hangs up', async () => {
    const leaving = new AbortController()
    const { ask, isClosed } = await provider((response) => {
      head(response).write('data: 1\n\n')
    })
    const reading = ask(undefined, leaving.signal).then(dataOf)
    setTimeout(() => leaving.abort(), 50)
    await expect(reading).rejects.toMatchObject({ code: 'caller_gone' })
    await expect.poll(isClosed).toBe(true)
  })
})
