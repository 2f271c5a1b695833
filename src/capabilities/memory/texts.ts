import { hash } from 'node:crypto'
import { addText, dropText, sizeOfText } from '../../stores/memory-texts.ts'
import type { Method } from './recall.ts'
import { indexedTerms, spaceTerm } from './terms.ts'
import { nothing, work } from './command-handler.ts'

interface Remember {
  readonly id: string
  readonly text: string
  readonly tags: readonly string[]
  /** JSON, or null. */
  readonly meta: string | null
  /** Made before the call is paid, by an endpoint that may fail; null without one. */
  readonly vector: { readonly model: string; readonly base64: string } | null
}

interface Remembered {
  readonly id: string
  readonly indexed: boolean
  readonly method: Method
  readonly owner: string
}

const bytesOf = ({ text, meta }: Remember): number =>
  Buffer.byteLength(text) + Buffer.byteLength(meta ?? '')

export const remember = work<Remember, Remembered>({
  allows: 'writers',
  // oxlint-disable-next-line require-yield -- it reads nothing
  *check(_space, what) {
    return [{ key: null, bytes: bytesOf(what) }]
  },
  // oxlint-disable-next-line require-yield -- it reads nothing
  *apply(space, what) {
    const { ns, now } = space
    const { id, text, tags, meta, vector } = what
    const bytes = bytesOf(what)
    const terms = indexedTerms(text)
    const made = {
      model: vector?.model ?? null,
      vector: vector ? Buffer.from(vector.base64, 'base64') : null,
    }
    const row = { id, ns, text, terms, tags, meta, bytes, ...made, created: now }
    space.writes.push(...addText(spaceTerm(ns), row))
    space.grow(1, bytes)
    space.log('remember', id, { bytes, sha256: hash('sha256', text) })
    return {
      id,
      indexed: terms.length > 0 || vector !== null,
      method: vector ? 'embedding' : 'fulltext',
      owner: ns,
    }
  },
})

export const forget = work<
  { readonly id: string },
  { readonly id: string; readonly forgotten: boolean; readonly owner: string }
>({
  allows: 'writers',
  check: nothing,
  *apply(space, { id }) {
    const { ns } = space
    const found = yield* sizeOfText(ns, id)
    if (found) {
      space.writes.push(...dropText(ns, id))
      space.grow(-1, -found.bytes)
      space.log('forget', id, {})
    }
    return { id, forgotten: found !== null, owner: ns }
  },
})
