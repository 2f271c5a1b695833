import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

export type Coding = 'br' | 'gzip'

/** The better of those that are accepted; `q=0` says that one is not. */
export function codingOf(accepted: string): Coding | null {
  const names = accepted.split(',').flatMap((part) => {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
    return parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)) ? [] : [name]
  })
  return (['br', 'gzip'] as const).find((coding) => names.includes(coding)) ?? null
}

export const brotlied = promisify(brotliCompress)
export const gzipped = promisify(gzip)

/** What is smaller is sent as it is. */
export const COMPRESSED_FROM_BYTES = 1_024

export const etagOf = (bytes: Uint8Array): string =>
  `"${hash('sha256', bytes, 'base64url').slice(0, 22)}"`
