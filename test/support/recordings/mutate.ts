import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import type { NamedRecording, Exchange } from './form.ts'
import type { Spoilt } from './play.ts'

/** What is done to an answer, and so what may come of it. */
export type Kind =
  | 'missing'
  | 'null'
  | 'other type'
  | 'added'
  | 'unknown word'
  | 'empty list'
  | 'wider number'
  | 'same text'
  | 'no answer'

export interface Mutation {
  readonly kind: Kind
  /** In words, with the place. */
  readonly what: string
  readonly spoilt: Spoilt
}

type Path = readonly (string | number)[]

interface Change {
  readonly kind: Kind
  readonly what: string
  to(value: unknown): unknown
}

/** At least so many for each recording. */
const WANTED = 24
const UNKNOWN = 'zz-unknown-7'

/** Mutations of the answers of a recording, the same ones in every run. */
export function mutationsOf(recording: NamedRecording): readonly Mutation[] {
  const random = seeded(`${recording.provider}/${recording.name}`)
  const all = recording.bodies.map((body, at) => {
    const exchange = recording.exchanges[at]!
    // Of a refusal after which another place is asked, the status alone is read.
    const isPassed = exchange.response.status >= 400 && at < recording.bodies.length - 1
    const placed = (wholes: readonly Whole[]): Mutation[] =>
      wholes
        .filter(({ kind }) => !isPassed || kind !== 'no answer')
        .map((one) => ({ ...one, spoilt: { ...one.spoilt, at } }))
    const whole = placed(wholeMutations(body, exchange))
    const spare = placed(spareMutations(body, exchange))
    return { whole, spare, inner: innerMutations(exchange, at) }
  })
  const whole = all.flatMap((one) => one.whole)
  const inner = shuffled(
    all.flatMap((one) => one.inner),
    random,
  )
  const taken = [...whole, ...spread(inner, Math.max(8, WANTED - whole.length))]
  // A short answer has few places.
  const spare = shuffled(
    all.flatMap((one) => one.spare),
    random,
  )
  return [...taken, ...spread(spare, Math.max(0, WANTED - taken.length))]
}

/** Takes turns among the kinds, so that none is left out. */
function spread(mutations: readonly Mutation[], most: number): readonly Mutation[] {
  const byKind = [...Map.groupBy(mutations, ({ kind }) => kind).values()].map((list) => [...list])
  const taken: Mutation[] = []
  while (taken.length < most && byKind.some((list) => list.length > 0))
    for (const list of byKind) {
      const next = list.pop()
      if (next && taken.length < most) taken.push(next)
    }
  return taken
}

type Whole = Omit<Mutation, 'spoilt'> & { readonly spoilt: Omit<Spoilt, 'at'> }

const HTML =
  '<!doctype html><html><head><title>Maintenance</title></head><body>Back soon</body></html>'

/** Changes of the bytes. */
function wholeMutations(body: Buffer, { response }: Exchange): readonly Whole[] {
  const html = { 'content-type': 'text/html' }
  const isJson = response.json !== undefined
  const cut = (share: number) => body.subarray(0, Math.floor(body.length * share))
  const wholes: Whole[] = [
    {
      kind: 'same text',
      what: 'gzip',
      spoilt: { body: gzipSync(body), headers: { 'content-encoding': 'gzip' } },
    },
    { kind: 'no answer', what: 'HTML', spoilt: { body: Buffer.from(HTML), headers: html } },
  ]
  if (isJson)
    wholes.push(
      { kind: 'no answer', what: 'cut in the middle', spoilt: { body: cut(0.5) } },
      { kind: 'no answer', what: 'cut at the end', spoilt: { body: cut(0.97) } },
      { kind: 'no answer', what: 'empty', spoilt: { body: Buffer.alloc(0) } },
      {
        kind: 'no answer',
        what: 'UTF-16',
        spoilt: { body: Buffer.from(body.toString(), 'utf16le') },
      },
      // No JSON, strictly: the same answer, or a refusal.
      {
        kind: 'other type',
        what: 'a byte order mark',
        spoilt: { body: Buffer.from(`\uFEFF${body.toString()}`) },
      },
      {
        kind: 'same text',
        what: 'spaces and lines',
        spoilt: { body: Buffer.from(JSON.stringify(response.json, null, 2)) },
      },
    )
  return wholes
}

const GATEWAY = 'upstream connect error or disconnect/reset before headers'

/** More changes of the bytes, for answers with few places. */
function spareMutations(body: Buffer, { response }: Exchange): readonly Whole[] {
  const isJson = response.json !== undefined
  const text = body.toString()
  const nothing = (what: string, of: string | Buffer): Whole => ({
    kind: 'no answer',
    what,
    spoilt: { body: Buffer.from(of) },
  })
  const same = (what: string, of: string | Buffer, headers?: Record<string, string>): Whole => ({
    kind: 'same text',
    what,
    spoilt: { body: Buffer.from(of), ...(headers && { headers }) },
  })
  const encoded = [
    same('brotli', brotliCompressSync(body), { 'content-encoding': 'br' }),
    same('deflate', deflateSync(body), { 'content-encoding': 'deflate' }),
  ]
  const shared = [
    ...encoded,
    nothing('HTML under another type', HTML),
    nothing('words of a gateway', GATEWAY),
    nothing('bytes of no text', Buffer.from([0, 255, 254, 128, 7, 27])),
  ]
  if (!isJson) return shared
  const cuts = [0.1, 0.25, 0.4, 0.6, 0.75, 0.9].map((share) =>
    nothing(`cut at ${share}`, body.subarray(0, Math.floor(body.length * share))),
  )
  return [
    ...shared,
    ...cuts,
    nothing('twice', text + text),
    nothing('a call of a function', `callback(${text})`),
    nothing('a comment before it', `/* cached */ ${text}`),
    nothing('UTF-16 of the other order', Buffer.from(text, 'utf16le').swap16()),
    same('tabs', JSON.stringify(response.json, null, '\t')),
    same('line ends around it', `\r\n${text}\r\n`),
    same('escaped slashes', text.replaceAll('/', '\\/')),
    same('plain text as its type', body, { 'content-type': 'text/plain; charset=utf-8' }),
  ]
}

/** Changes of one place in a JSON answer. */
function innerMutations({ response }: Exchange, at: number): readonly Mutation[] {
  if (response.json === undefined) return []
  return spoiltValues(response.json).map(({ kind, what, value }) => ({
    kind,
    what,
    spoilt: { at, body: Buffer.from(JSON.stringify(value) ?? '') },
  }))
}

/** All values that differ from a JSON value in one place. */
export const spoiltValues = (
  json: unknown,
): readonly { readonly kind: Kind; readonly what: string; readonly value: unknown }[] =>
  placesIn(json).flatMap(({ path, value }) =>
    changesOf(value, path).map(({ kind, what, to }) => ({
      kind,
      what: `${what} at ${path.join('.') || 'the top'}`,
      value: changed(json, path, to),
    })),
  )

const ABSENT = Symbol('absent')

function changesOf(value: unknown, path: Path): readonly Change[] {
  const isInside = path.length > 0
  const changes: Change[] = []
  if (isInside) {
    if (typeof path.at(-1) === 'string')
      changes.push({ kind: 'missing', what: 'a member is missing', to: () => ABSENT })
    if (value !== null) changes.push({ kind: 'null', what: 'null', to: () => null })
  }
  if (typeof value === 'number') {
    changes.push({ kind: 'other type', what: 'a number as text', to: (one) => String(one) })
    changes.push({
      kind: 'wider number',
      what: 'a wider number',
      to: (one) => (one as number) * 1e7,
    })
  }
  if (typeof value === 'string') {
    changes.push({ kind: 'unknown word', what: 'an unknown word', to: () => UNKNOWN })
    changes.push({ kind: 'other type', what: 'a number for a text', to: () => 7 })
  }
  if (typeof value === 'boolean')
    changes.push({ kind: 'other type', what: 'a flag as text', to: (one) => String(one) })
  if (Array.isArray(value) && value.length > 0)
    changes.push({ kind: 'empty list', what: 'an empty list', to: () => [] })
  const isFull = typeof value === 'object' && value !== null && Object.keys(value).length > 0
  if (isFull && !Array.isArray(value))
    changes.push({
      kind: 'added',
      what: 'an added member',
      to: (one) => ({ ...(one as object), zzAdded7: { of: [1, 'new'] } }),
    })
  return changes
}

interface Place {
  readonly path: Path
  readonly value: unknown
}

function placesIn(value: unknown, path: Path = []): readonly Place[] {
  const here = [{ path, value }]
  if (Array.isArray(value))
    return [...here, ...value.flatMap((one, at) => placesIn(one, [...path, at]))]
  if (typeof value !== 'object' || value === null) return here
  const members = Object.entries(value).flatMap(([name, one]) => placesIn(one, [...path, name]))
  return [...here, ...members]
}

function changed(value: unknown, [first, ...rest]: Path, to: Change['to']): unknown {
  if (first === undefined) return to(value)
  if (Array.isArray(value))
    return value.map((one, at) => (at === first ? changed(one, rest, to) : (one as unknown)))
  const members = Object.entries(value as object).flatMap(([name, one]) => {
    if (name !== first) return [[name, one as unknown] as const]
    const other = changed(one, rest, to)
    return other === ABSENT ? [] : [[name, other] as const]
  })
  return Object.fromEntries(members)
}

function shuffled<T>(list: readonly T[], random: () => number): readonly T[] {
  return list
    .map((one) => ({ one, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one)
}

/** Numbers from 0 to 1 that depend on the seed alone. */
function seeded(seed: string): () => number {
  let state = 2_166_136_261
  for (const letter of seed) state = Math.imul(state ^ letter.codePointAt(0)!, 16_777_619)
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
