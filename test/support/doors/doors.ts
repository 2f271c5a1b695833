import type { Door } from '../../../src/front/http/app.ts'
import { bodyBounds, type BodyBounds } from '../../../src/selling/call/input-bounds.ts'
import { isListed, type Tool } from '../../../src/base/core/tool.ts'
import { KB, MB } from '../../../src/base/lib/fields.ts'
import { HEADS, type Head } from './heads.ts'
import { PLACES } from './places.ts'
import { SHAPES } from './shapes.ts'

/** A request, as the bytes of HTTP. */
export interface Attempt {
  readonly name: string
  /** Made when it is sent: all of them together would fill the memory. */
  bytes(): Buffer
}

interface Service {
  readonly catalog: { readonly tools: readonly Tool[] }
}

/** One tool for each kind of door: its method, how its price is known, and how large it reads. */
export function toolDoors({ catalog }: Service): readonly (Door & { readonly tool: Tool })[] {
  const kinds = new Map<string, Door & { readonly tool: Tool }>()
  for (const tool of catalog.tools) {
    const bounds = bodyBounds(tool)
    const size = Math.ceil(Math.log2(bounds.bytesMax))
    const kind = `${tool.method} ${isListed(tool)} ${tool.method === 'GET' ? '' : size}`
    const { method, path } = tool
    if (!kinds.has(kind)) kinds.set(kind, { kind: 'endpoint', method, path, bounds, tool })
  }
  return [...kinds.values()]
}

const SMALL = 95 * KB
const LARGE = 4 * MB
let clients = 0

/** Each request comes from a client of its own: what is measured is not the limits. */
function nextClient(): string {
  clients += 1
  return `10.${(clients >> 16) & 255}.${(clients >> 8) & 255}.${clients & 255}`
}

interface Body extends Head {
  readonly body?: string
}

function request(method: string, path: string, sent: Body): Buffer {
  const { body = '', after = '', headers: pairs = [] } = sent
  const bytes = Buffer.from(body)
  const own = new Set(pairs.map(([name]) => name))
  const lines = [
    `${method} ${path}${after} HTTP/1.1`,
    'host: localhost',
    'connection: close',
    ...(own.has('x-forwarded-for') ? [] : [`x-forwarded-for: ${nextClient()}`]),
    ...(method === 'GET' ? [] : ['content-type: application/json']),
    ...(method === 'GET' ? [] : [`content-length: ${bytes.length}`]),
    ...pairs.map(([name, value]) => `${name}: ${value}`),
  ]
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), bytes])
}

/** The path with words for its parameters. */
const pathOf = ({ path }: Door): string => path.replace(/:\w+/g, 'a').replace(/\/\*$/, '/tasks/a')

export function headAttempts(door: Door): readonly Attempt[] {
  return HEADS.map((head) => ({
    name: head.name,
    bytes: () =>
      request(door.method, pathOf(door), { ...head, ...(door.method !== 'GET' && { body: '{}' }) }),
  }))
}

/** Sizes of bodies: what fits one unit of the law, and what the door reads at most. */
function sizesOf({ bytesMax }: BodyBounds, shape: string): readonly number[] {
  if (bytesMax < SMALL) return [bytesMax - KB]
  return LARGE_SHAPES.has(shape) ? [SMALL, Math.min(LARGE, bytesMax - KB)] : [SMALL]
}

/** Bodies for a door that is no protocol: each shape as the whole, and as one member. */
export function bodyAttempts(door: Door, fields: readonly string[]): readonly Attempt[] {
  if (door.method === 'GET') return []
  const named = [...fields.slice(0, 2), 'any']
  return SHAPES.flatMap(({ name, json }) =>
    sizesOf(door.bounds, name).flatMap((size) => [
      {
        name: `${name}, ${size} bytes`,
        bytes: () => request(door.method, pathOf(door), { name, body: json(size) }),
      },
      ...named.map((field) => ({
        name: `${name} in ${field}, ${size} bytes`,
        bytes: () =>
          request(door.method, pathOf(door), { name, body: `{"${field}":${json(size - 50)}}` }),
      })),
    ]),
  )
}

export function codedAttempts(door: Door): readonly Attempt[] {
  const body = 'a'.repeat(20 * KB)
  const coded = ['gzip', 'br', 'deflate', 'gzip, gzip', 'x'.repeat(8 * KB)].map((coding) => ({
    name: `content-encoding: ${coding.slice(0, 20)}`,
    headers: { 'content-encoding': coding },
    body,
  }))
  const forms = [
    ['application/x-www-form-urlencoded', 'a=1&'.repeat(15 * KB)],
    ['application/x-www-form-urlencoded', `a${'[a]'.repeat(15 * KB)}=1`],
    ['application/x-www-form-urlencoded', '%00'.repeat(20 * KB)],
    ['multipart/form-data; boundary=a', '--a\r\n'.repeat(12 * KB)],
  ].map(([type = '', form = '']) => ({
    name: `${type}: ${form.slice(0, 8)}…`,
    headers: { 'content-type': type },
    body: form,
  }))
  if (door.method === 'GET') return []
  return [...coded, ...forms].map(({ name, headers, body: sent }) => ({
    name,
    bytes: () =>
      request(door.method, pathOf(door), {
        name,
        body: sent,
        headers: Object.entries(headers),
      }),
  }))
}

/**
 * What a message may hold that is validated value by value, what it may hold at all, and what is
 * read before that is known.
 */
const FEW_VALUES = 500
const MESSAGE = 62 * KB
const sizesOfMessage = (shape: string): readonly number[] => [
  ...(MANY_VALUES.test(shape) ? [FEW_VALUES] : []),
  MESSAGE,
  ...(LARGE_SHAPES.has(shape) ? [LARGE - KB] : []),
]
/** Of other shapes, what is small is one value. */
const MANY_VALUES = /^(many|members|lists in|objects in)/

/** One of each kind: they take a while. */
const LARGE_SHAPES = new Set([
  'many numbers',
  'many members',
  'lists in lists',
  'a text of escapes',
])

/** Messages that are as they should be, but for one small value. */
export const plainMessages = ({ path: mount }: Door): readonly Attempt[] =>
  (PLACES[mount] ?? []).map(({ name, path, headers = {}, message }) => ({
    name,
    bytes: () =>
      request('POST', path, { name, body: message('1'), headers: Object.entries(headers) }),
  }))

/** Messages of a protocol with each shape at each of its places. */
export function messageAttempts({ path: mount }: Door): readonly Attempt[] {
  const places = PLACES[mount]
  if (!places) throw new Error(`test/support/doors/places.ts has no places for ${mount}`)
  return places.flatMap(({ name: place, path, headers = {}, message }) =>
    SHAPES.flatMap(({ name, json }) =>
      sizesOfMessage(name).map((size) => ({
        name: `${name} at ${place}, ${size} bytes`,
        bytes: () =>
          request('POST', path, {
            name,
            body: message(json(size)),
            headers: Object.entries(headers),
          }),
      })),
    ),
  )
}

const UNIT = 100 * KB
/** The law, in milliseconds of the loop. */
export const lawOf = (bytes: number): number =>
  Math.min(50, 10 * Math.max(1, Math.ceil(bytes / UNIT)))
export const ANSWER_BYTES_MAX = 8 * KB
export const PAGE_BYTES_MAX = 32 * KB
