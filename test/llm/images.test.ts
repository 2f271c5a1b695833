import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call } from '../support/calls.ts'
import { EXAMPLE_ZONE, startDnsServer, type DnsServer } from '../support/dns-server.ts'
import { openTestService, type TestService } from '../support/service.ts'
import { startProvider, type FaultyProvider } from '../support/llm/provider.ts'

/** Addresses of images on each wire, before the operator's own server and before a vendor. */
const PRIVATE = [
  'http://169.254.169.254/latest',
  'file:///etc/passwd',
  'http://localhost:8080/x.png',
  'http://[::1]/x.png',
  'ftp://example.com/x.png',
  'data:text/html;base64,PGI+',
]
const PUBLIC = 'https://example.com/x.png'
const PIXEL = 'data:image/png;base64,iVBORw0KGgo='

/** A request with one image, and with a member that its wire does not define. */
const WIRES = {
  chat: {
    path: 'chat/completions',
    field: 'messages.0.content.0.image_url.url',
    body: (url: string, extra: object = {}) => ({
      messages: [
        { role: 'user', content: [{ type: 'image_url', image_url: { url }, ...extra }], ...extra },
      ],
    }),
  },
  messages: {
    path: 'messages',
    field: 'messages.0.content.0.source.url',
    body: (url: string, extra: object = {}) => ({
      max_tokens: 99,
      messages: [
        {
          role: 'user',
          content: [
            {
              type: 'image',
              source: url.startsWith('data:image')
                ? { type: 'base64', media_type: 'image/png', data: url.split(',')[1] }
                : { type: 'url', url },
              ...extra,
            },
          ],
          ...extra,
        },
      ],
    }),
  },
  responses: {
    path: 'responses',
    field: 'input.0.content.0.image_url',
    body: (url: string, extra: object = {}) => ({
      input: [{ role: 'user', content: [{ type: 'input_image', image_url: url, ...extra }] }],
    }),
  },
}

let provider: FaultyProvider
beforeAll(async () => {
  provider = await startProvider()
})
afterAll(async () => provider.stop())

describe.each(Object.entries(WIRES))('an image on the %s wire', (wire, { path, field, body }) => {
  let dns: DnsServer
  let service: TestService
  const send = (url: string, extra?: object) =>
    call(service, `/v1/${path}`, { body: body(url, extra) })
  beforeAll(async () => {
    dns = await startDnsServer(EXAMPLE_ZONE)
    service = await openTestService({
      settings: {
        FREE_MODE: 'true',
        DNS_SERVERS: dns.address,
        LLM_URL: provider.url,
        LLM_URL_WIRES: wire,
      },
    })
    return async () => {
      await service.stop()
      await dns.close()
    }
  })

  test.each(PRIVATE)('at %s is refused by the name of its field', async (url) => {
    provider.plays((response) => void response.writeHead(400).end())
    const { status, body: told } = await send(url)
    expect(status).toBe(400)
    expect(JSON.stringify(told)).toContain(`${field}: must be a data URL`)
    expect(provider.requests).toHaveLength(0)
  })

  test('at an address that leads nowhere is not handed to a server of the operator', async () => {
    provider.plays((response) => void response.writeHead(400).end())
    const { status, body: told } = await send('https://nowhere.example/x.png')
    expect(status).toBe(400)
    expect(told['error']).toBe(
      `${field.split('.')[0]}: nowhere.example does not resolve to an address.`,
    )
    expect(provider.requests).toHaveLength(0)
  })

  test('arrives as data, without members that the wire does not define', async () => {
    provider.plays((response) => void response.writeHead(400).end())
    await send(PIXEL, { video_url: { url: 'file:///etc/passwd' } })
    const [sent] = provider.requests
    expect(JSON.stringify(sent?.body)).toContain('iVBORw0KGgo=')
    expect(JSON.stringify(sent?.body)).not.toContain('video_url')
  })
})

describe('a vendor', () => {
  let dns: DnsServer
  let service: TestService
  beforeAll(async () => {
    const inside = { A: ['93.184.215.14', '10.1.2.3'] }
    dns = await startDnsServer({ ...EXAMPLE_ZONE, 'inside.example': inside })
    service = await openTestService({
      settings: {
        FREE_MODE: 'true',
        DNS_SERVERS: dns.address,
        OPENROUTER_API_KEY: 'key',
        UPSTREAM_OPENROUTER_URL: provider.url,
      },
    })
  })
  afterAll(async () => {
    await service.stop()
    await dns.close()
  })

  test.each([
    ['https://inside.example/x.png', 'messages: inside.example is not on the public internet.'],
    ['https://nowhere.example/x.png', 'messages: nowhere.example does not resolve to an address.'],
  ])('is not handed %s', async (url, says) => {
    provider.plays((response) => void response.writeHead(400).end())
    const { chat } = WIRES
    const heard = await call(service, `/v1/${chat.path}`, { body: chat.body(url) })
    expect([heard.status, heard.body['error']]).toEqual([400, says])
    expect(provider.requests).toHaveLength(0)
  })

  test('is not sent to many hosts at once', async () => {
    const content = Array.from({ length: 21 }, (_, at) => ({
      type: 'image_url',
      image_url: { url: `https://h${at}.example.com/x.png` },
    }))
    const body = { messages: [{ role: 'user', content }] }
    const heard = await call(service, '/v1/chat/completions', { body })
    expect(heard.text).toContain('messages: must name at most 20 hosts; this names 21.')
  })

  test('is handed a public address, and the answer tells what was dropped', async () => {
    provider.plays(
      (response) =>
        void response.writeHead(200, { 'content-type': 'application/json' }).end(
          JSON.stringify({
            id: 'x',
            object: 'chat.completion',
            created: 1,
            model: 'played',
            choices: [
              { index: 0, message: { role: 'assistant', content: 'Seen.' }, finish_reason: 'stop' },
            ],
          }),
        ),
    )
    const { chat } = WIRES
    const extra = { video_url: { url: 'file:///etc/passwd' } }
    const heard = await call(service, `/v1/${chat.path}`, { body: chat.body(PUBLIC, extra) })
    expect(heard.status).toBe(200)
    expect(JSON.stringify(provider.requests[0]?.body)).toContain(PUBLIC)
    expect(heard.body['router']).toMatchObject({
      dropped: ['messages.content.video_url', 'messages.video_url'],
    })
  })
})
