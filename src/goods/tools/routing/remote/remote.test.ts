/** @module-tag long */
import type { RequestListener } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { internet, type Internet } from '../../../../../test/support/internet.ts'
import { pages } from '../../../../../test/support/internet-sites.ts'
import { runExample } from '../../../../../test/support/run-tool.ts'
import a2aSend from './a2a-send.ts'
import mcpProbe from '../../network/tls-http/mcp-probe.ts'
import mcpCall from './mcp-call.ts'

interface RpcMessage {
  readonly id: number
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
}

let net: Internet
const asked: { readonly message: RpcMessage; readonly authorization: string | undefined }[] = []

/** A server of JSON-RPC that answers what `reply` makes of each message. */
const rpc =
  (reply: (message: RpcMessage) => unknown): RequestListener =>
  (request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const message = JSON.parse(body) as RpcMessage
      asked.push({ message, authorization: request.headers.authorization })
      response.setHeader('content-type', 'application/json')
      response.end(
        JSON.stringify({ jsonrpc: '2.0', id: message.id, ...(reply(message) as object) }),
      )
    })
  }

/** An agent whose card stands beside its endpoint. */
const agent =
  (card: unknown, answer: RequestListener): RequestListener =>
  (request, response) =>
    request.method === 'POST'
      ? answer(request, response)
      : pages({
          '/.well-known/agent-card.json': {
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(card),
          },
        })(request, response)

const task = (state: string, more: object = {}) => ({
  kind: 'task',
  id: 't1',
  contextId: 'c1',
  status: { state },
  ...more,
})
const artifacts = [{ artifactId: 'a1', parts: [{ kind: 'text', text: 'Two and two is four.' }] }]

/** A server made with the reference package of MCP. */
function stockServer(legacy: 'stateless' | 'reject'): RequestListener {
  const handler = createMcpHandler(
    () => {
      const server = new McpServer({ name: 'stock', version: '2' })
      const inputSchema = z.object({ a: z.number(), b: z.number() })
      server.registerTool('add_it', { inputSchema, description: 'Adds.' }, async ({ a, b }) => ({
        content: [{ type: 'text', text: String(a + b) }],
      }))
      return server
    },
    { legacy },
  )
  const listen = getRequestListener((request) => handler.fetch(request))
  return (request, response) => void listen(request, response)
}

/** An agent of version 1 over HTTP and JSON, whose task is done at the second look. */
function restAgent(): RequestListener {
  let looks = 0
  return (request, response) => {
    const wrong = request.headers['a2a-version'] !== '1.0'
    const done = task('TASK_STATE_COMPLETED', { artifacts: [{ parts: [{ text: 'Four.' }] }] })
    const [status, body] = wrong
      ? [400, { error: { code: 400, message: 'VERSION_NOT_SUPPORTED' } }]
      : request.url === '/a2a/message:send'
        ? [200, { task: task('TASK_STATE_SUBMITTED') }]
        : request.url === '/a2a/tasks/t1'
          ? [200, (looks += 1) < 2 ? task('TASK_STATE_WORKING') : done]
          : [404, { error: { code: 404, message: `No ${request.url}` } }]
    response.writeHead(status, { 'content-type': 'application/a2a+json' })
    response.end(JSON.stringify(body))
  }
}

beforeAll(async () => {
  net = await internet()
  net.sites.set('both-eras.example.com', stockServer('stateless'))
  net.sites.set('stateless.example.com', stockServer('reject'))
  const card = {
    name: 'rest',
    supportedInterfaces: [
      { url: 'https://rest.example.com/a2a', protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' },
    ],
  }
  const rest = restAgent()
  net.sites.set('rest.example.com', (request, response) =>
    request.url?.startsWith('/a2a')
      ? rest(request, response)
      : agent(card, rest)(request, response),
  )
  let polls = 0
  const early = rpc(({ method }) => ({
    result:
      method === 'message/send'
        ? task('submitted')
        : (polls += 1) < 2
          ? task('working')
          : task('completed', { artifacts }),
  }))
  net.sites.set('early.example.com', agent({ url: 'https://early.example.com/rpc' }, early))
  const first = rpc(({ method }) =>
    method === 'SendMessage'
      ? {
          result: { message: { role: 'ROLE_AGENT', contextId: 'c2', parts: [{ text: 'Hello.' }] } },
        }
      : { error: { code: -32601, message: 'no such method' } },
  )
  const interfaces = [
    { url: 'https://first.example.com/grpc', protocolBinding: 'GRPC', protocolVersion: '1.0' },
    { url: 'https://first.example.com/rpc', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
  ]
  net.sites.set('first.example.com', agent({ supportedInterfaces: interfaces }, first))
  const rude = rpc(() => ({ error: { code: -32000, message: 'Not today.' } }))
  net.sites.set('rude.example.com', agent({ url: 'https://rude.example.com/' }, rude))
  net.sites.set('inward.example.com', agent({ url: 'http://127.0.0.1:1/' }, rude))
  net.sites.set(
    'forever.example.com',
    agent(
      {},
      rpc(() => ({ result: task('working') })),
    ),
  )
  const tools = rpc(({ method, params }) =>
    method === 'tools/call'
      ? params['name'] === 'sum'
        ? { result: { content: [{ type: 'text', text: '4' }], structuredContent: { sum: 4 } } }
        : { error: { code: -32602, message: `Unknown tool ${String(params['name'])}` } }
      : { result: { protocolVersion: '2025-06-18', serverInfo: { name: 'sums', version: '1' } } },
  )
  net.sites.set('tools.example.com', tools)
  net.sites.set('locked-tools.example.com', pages({ '*': { status: 401 } }))
})

describe('mcp-call', () => {
  const url = 'https://tools.example.com/mcp'

  test('relays what the tool answers, with the headers of the caller', async () => {
    const headers = { Authorization: 'Bearer abc' }
    const answer = await runExample(mcpCall, {
      url,
      tool: 'sum',
      arguments: { a: [2, 2] },
      headers,
    })
    expect(answer).toMatchObject({
      content: [{ type: 'text', text: '4' }],
      structured: { sum: 4 },
      isError: false,
      serverInfo: { name: 'sums', version: '1' },
      untrustedContent: true,
    })
    expect(asked.at(-1)).toMatchObject({
      message: { method: 'tools/call', params: { name: 'sum', arguments: { a: [2, 2] } } },
      authorization: 'Bearer abc',
    })
  })

  test.each(['both-eras', 'stateless'])(
    'calls a server by the reference package: %s',
    async (host) => {
      const input = {
        url: `https://${host}.example.com/`,
        tool: 'add_it',
        arguments: { a: 2, b: 3 },
      }
      expect(await runExample(mcpCall, input)).toMatchObject({
        content: [{ type: 'text', text: '5' }],
        isError: false,
        serverInfo: { name: 'stock' },
      })
      const listed = await runExample(mcpProbe, { url: input.url })
      expect(listed).toMatchObject({ toolCount: 1, tools: [{ name: 'add_it' }] })
    },
  )

  test('refuses an answer that is too large', async () => {
    const body = `{"jsonrpc":"2.0","id":1,"result":{"content":[${'{},'.repeat(150_000)}{}]}}`
    net.sites.set('heap.example.com', (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(body)
    })
    const place = { url: 'https://heap.example.com/' }
    const refused = { code: 'upstream_failed' }
    await expect(runExample(mcpCall, { ...place, tool: 'x' })).rejects.toMatchObject(refused)
    await expect(runExample(a2aSend, { ...place, message: 'Hi.' })).rejects.toMatchObject(refused)
  })

  test('tells an error of the tool as its answer', async () => {
    const answer = await runExample(mcpCall, { url: 'https://example.com/mcp', tool: 'other' })
    expect(answer).toMatchObject({ isError: true, content: [{ text: 'No such tool.' }] })
  })

  test.each([
    [{ url, tool: 'other' }, 'upstream_failed', /Unknown tool other/],
    [{ url: 'https://locked-tools.example.com/', tool: 'x' }, 'upstream_failed', /authorization/],
    [{ url: 'http://127.0.0.1:1/', tool: 'x' }, 'bad_input', /url/],
    [{ url, tool: '' }, 'bad_input', /tool/],
    [{ url, tool: 'sum', headers: { host: 'x' } }, 'bad_input', /headers/],
    [{ url, tool: 'sum', headers: { 'Mcp-Session-Id': 'x' } }, 'bad_input', /headers/],
    [{ url, tool: 'sum', headers: { 'x-a': 'a\r\nb: c' } }, 'bad_input', /headers/],
    [{ url, tool: 'sum', arguments: [] }, 'bad_input', /arguments/],
    [{ url, tool: 'sum', timeoutSeconds: 61 }, 'bad_input', /timeoutSeconds/],
  ])('%j is a fault: %s', async (input, code, message) => {
    const refused = expect(runExample(mcpCall, input)).rejects
    await refused.toMatchObject({ code, message: expect.stringMatching(message) as string })
  })
})

describe('a2a-send', () => {
  const message = 'What is two and two?'

  test('waits for a task, and collects what it made', async () => {
    const answer = await runExample(a2aSend, { url: 'https://early.example.com', message })
    expect(answer).toMatchObject({
      status: 'completed',
      contextId: 'c1',
      artifacts,
      text: 'Two and two is four.',
      task: { id: 't1' },
      untrustedContent: true,
    })
  })

  test('speaks version 1 to an agent whose card says so', async () => {
    const input = { url: 'https://first.example.com', message, contextId: 'c2' }
    expect(await runExample(a2aSend, input)).toMatchObject({
      task: null,
      status: 'message',
      contextId: 'c2',
      text: 'Hello.',
    })
    expect(asked.at(-1)?.message.params).toMatchObject({
      message: { role: 'ROLE_USER', contextId: 'c2', parts: [{ text: message }] },
    })
  })

  test('speaks over HTTP and JSON to an agent whose card names nothing else', async () => {
    const answer = await runExample(a2aSend, { url: 'https://rest.example.com', message })
    expect(answer).toMatchObject({ status: 'completed', text: 'Four.', task: { id: 't1' } })
  })

  test('answers with a task that goes on when the time is over', async () => {
    const input = { url: 'https://forever.example.com', message, waitSeconds: 1 }
    expect(await runExample(a2aSend, input)).toMatchObject({ status: 'working', text: '' })
  })

  test.each([
    [{ url: 'https://rude.example.com', message }, 'upstream_failed', /Not today/],
    [{ url: 'https://nowhere.example.com', message }, 'upstream_unreachable', /./],
    [{ url: 'https://inward.example.com', message }, /bad_input|upstream_failed/, /./],
    [{ url: 'http://10.0.0.1/', message }, 'bad_input', /url/],
    [{ url: 'https://early.example.com', message: '' }, 'bad_input', /message/],
    [{ url: 'https://early.example.com', message, waitSeconds: 61 }, 'bad_input', /waitSeconds/],
  ])('%j is a fault: %s', async (input, code, text) => {
    const refused = expect(runExample(a2aSend, input)).rejects
    await refused.toMatchObject({
      code: expect.stringMatching(code) as string,
      message: expect.stringMatching(text) as string,
    })
  })
})
