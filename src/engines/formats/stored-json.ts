import { hash } from 'node:crypto'
import { badInput } from '../../base/core/fault.ts'
import { canonicalJson, flawOf } from '../../base/lib/canonical-json.ts'

/** A JSON value in the form in which it is kept. */
export interface StoredJson {
  readonly text: string
  readonly bytes: number
  /** Of its canonical text: what the log says of a value. */
  readonly sha256: string
}

/** Throws the caller's own mistake, named by field. */
export function storedJson(field: string, value: unknown, bytesMax: number): StoredJson {
  const flaw = flawOf(value)
  if (flaw) throw badInput(`${field}: ${flaw}.`)
  const text = JSON.stringify(value)
  const bytes = Buffer.byteLength(text)
  if (bytes > bytesMax) {
    throw badInput(`${field}: has ${bytes} bytes as JSON; at most ${bytesMax} are kept.`)
  }
  return { text, bytes, sha256: hash('sha256', canonicalJson(value)) }
}
