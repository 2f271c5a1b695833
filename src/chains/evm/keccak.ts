import { keccak_256 } from '@noble/hashes/sha3.js'

export type Keccak = (bytes: Uint8Array) => Uint8Array

/** Loading the fast library takes some milliseconds, which few digests are not worth. */
const SLOW_DIGESTS_MAX = 100
let digests = 0
let fast: Keccak | null = null

/** The digest Keccak-256. Where many are made, WebAssembly makes them, in an eighth of the time. */
export function keccak(bytes: Uint8Array): Uint8Array {
  if (fast) return fast(bytes)
  digests += 1
  if (digests === SLOW_DIGESTS_MAX) void openFast()
  return keccak_256(bytes)
}

/** Where there is no WebAssembly, the other library goes on. */
const openFast = (): Promise<void> =>
  openKeccak().then(
    (opened) => void (fast = opened),
    () => {},
  )

export async function openKeccak(): Promise<Keccak> {
  const { createKeccak } = await import('hash-wasm')
  const hasher = await createKeccak(256)
  return (bytes) => hasher.init().update(bytes).digest('binary')
}
