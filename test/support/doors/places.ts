/** Messages of a protocol, each with one place for a shape: at each place that the protocol has. */
export interface Place {
  readonly name: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** The message with that JSON in its place. */
  message(json: string): string
}

const HOLE = '"<here>"'
const MODERN = '2026-07-28'
const ACCEPT = { accept: 'application/json, text/event-stream' }
const PROTOCOL = 'io.modelcontextprotocol'

type Members = Readonly<Record<string, unknown>>

const placed = (value: unknown) => {
  const [before = '', after = ''] = JSON.stringify(value).split(HOLE)
  return (json: string) => `${before}${json}${after}`
}
const here = HOLE.slice(1, -1)

/** Names of the members that lead to the place. */
function placesOf(
  path: string,
  value: Members,
  headers: Members = {},
  prefix = '',
): readonly Place[] {
  return leavesOf(value).map((leaf) => ({
    name: `${prefix}${leaf.join('.') || 'the whole'}`,
    path,
    headers: headers as Record<string, string>,
    message: placed(withHole(value, leaf)),
  }))
}

/** The way to every member, whatever it holds. */
function leavesOf(value: unknown): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => [
    [name],
    ...leavesOf(inner).map((rest) => [name, ...rest]),
  ])
}

function withHole(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return here
  if (Array.isArray(value))
    return value.map((inner, at) => (String(at) === name ? withHole(inner, rest) : inner))
  return { ...(value as Members), [name]: withHole((value as Members)[name], rest) }
}

const rpc = (method: string, params: Members): Members => ({
  jsonrpc: '2.0',
  id: 1,
  method,
  params,
})

/** What clients of 2025 send. */
const LEGACY: readonly Members[] = [
  rpc('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: { experimental: { any: {} }, sampling: {}, roots: {}, elicitation: {}, other: 1 },
    clientInfo: { name: 'a', version: '1', title: 'b', icons: [] },
    _meta: { any: 1 },
  }),
  rpc('ping', { any: 1, _meta: { progressToken: 1, any: 1 } }),
  rpc('tools/list', { cursor: 'a', _meta: { any: 1 } }),
  {
    ...rpc('tools/call', {
      name: 'hash',
      arguments: { text: 'a', any: 1 },
      _meta: {
        any: 1,
        progressToken: 1,
        'x402/payment': { payload: 1 },
        'io.farebox/idempotency-key': 'a',
      },
    }),
    _meta: { 'org.paymentauth/credential': { challenge: 1 } },
  },
  rpc('tools/call', { name: 'whois', arguments: { domain: 'example.com' } }),
  rpc('tools/call', { name: 'no-such-tool', arguments: { any: 1 } }),
  rpc('tools/call', {
    name: 'catalog.call',
    arguments: { slug: 'hash', params: { text: 'a', any: 1 }, async: false },
  }),
  rpc('tools/call', {
    name: 'catalog.call',
    arguments: { slug: 'json-validate', params: { data: 1, schema: {} } },
  }),
  rpc('tools/call', { name: 'catalog.search', arguments: { query: 'a', limit: 3 } }),
  rpc('tools/call', { name: 'job.get', arguments: { jobId: 'a' } }),
  rpc('prompts/get', { name: 'skill-domain-intel', arguments: { domain: 'a', any: 1 } }),
  rpc('resources/read', { uri: 'farebox://nothing' }),
  rpc('resources/subscribe', { uri: 'a' }),
  rpc('logging/setLevel', { level: 'info' }),
  rpc('completion/complete', { ref: { type: 'ref/prompt', name: 'a' }, argument: { name: 'a' } }),
  rpc('no/such', { any: 1 }),
  { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1, reason: 'a' } },
  { jsonrpc: '2.0', id: 1, result: { any: 1 } },
  { jsonrpc: '2.0', id: 1, error: { code: 1, message: 'a', data: 1 } },
]

const ENVELOPE = {
  [`${PROTOCOL}/protocolVersion`]: MODERN,
  [`${PROTOCOL}/clientCapabilities`]: { experimental: { any: 1 }, extensions: { any: 1 } },
  [`${PROTOCOL}/clientInfo`]: { name: 'a', version: '1', icons: [] },
  [`${PROTOCOL}/logLevel`]: 'info',
  progressToken: 1,
}

/** What clients of 2026 send. */
const MODERN_ONES: readonly (readonly [name: string | null, message: Members])[] = [
  [null, rpc('server/discover', { _meta: ENVELOPE })],
  [null, rpc('tools/list', { cursor: 'a', _meta: ENVELOPE })],
  ['hash', rpc('tools/call', { name: 'hash', arguments: { text: 'a', any: 1 }, _meta: ENVELOPE })],
  [
    'skill-domain-intel',
    rpc('prompts/get', { name: 'skill-domain-intel', arguments: { any: 1 }, _meta: ENVELOPE }),
  ],
  [null, rpc('subscriptions/listen', { notifications: { any: 1 }, _meta: ENVELOPE })],
]

function connectorPlaces(): readonly Place[] {
  const path = '/mcp'
  const whole = { path, headers: ACCEPT }
  return [
    { ...whole, name: 'the whole', message: (json) => json },
    { ...whole, name: 'a list of messages', message: (json) => `[${json},{}]` },
    ...LEGACY.flatMap((message) =>
      placesOf(path, message, ACCEPT, `${JSON.stringify(message['method'] ?? 'reply')}: `),
    ),
    ...MODERN_ONES.flatMap(([name, message]) => {
      const method = String(message['method'])
      const headers = {
        ...ACCEPT,
        'mcp-protocol-version': MODERN,
        'mcp-method': method,
        ...(name && { 'mcp-name': name }),
      }
      return placesOf(path, message, headers, `2026 ${method}: `)
    }),
  ]
}

const SAID = { messageId: 'said', role: 'ROLE_USER', contextId: 'a', taskId: 'b', extensions: [] }

function agentPlaces(): readonly Place[] {
  const path = '/a2a/message:send'
  const ofParts = (...parts: readonly unknown[]) =>
    placesOf(
      path,
      {
        message: {
          ...SAID,
          taskId: undefined,
          parts,
          metadata: { 'x402.payment.payload': 1, any: 1 },
        },
        configuration: { returnImmediately: true, acceptedOutputModes: [] },
        metadata: { any: 1 },
      },
      {},
    )
  const inText: Place = {
    name: 'a call within a text',
    path,
    message: (json) =>
      JSON.stringify({
        message: {
          ...SAID,
          taskId: undefined,
          parts: [{ text: `{"slug":"hash","params":{"text":${json}}}` }],
        },
      }),
  }
  return [
    { name: 'the whole', path, message: (json) => json },
    { ...inText, path: '/a2a/message:stream' },
    inText,
    ...ofParts({ data: { slug: 'hash', params: { text: 'a', any: 1 }, any: 1 }, mediaType: 'a' }),
    ...ofParts({ text: 'decode a jwt', metadata: { any: 1 } }),
  ]
}

/** By the path of its mount: a protocol that is not here fails the test. */
export const PLACES: Readonly<Record<string, readonly Place[]>> = {
  '/mcp': connectorPlaces(),
  '/a2a/*': agentPlaces(),
}
