import { argon2, pbkdf2, scrypt, type Argon2Algorithm, type Argon2Parameters } from 'node:crypto'
import { createLine } from '../../../lib/line.ts'

/** At most this much memory is taken by key stretching, whatever a caller asks for. */
export const MEMORY_KIB_MAX = 131_072
export const PASSES_MAX = 10
/** N times r times p of scrypt: about 1.5 seconds. */
export const SCRYPT_WORK_MAX = 2 ** 22

export interface ScryptCost {
  readonly N: number
  readonly r: number
  readonly p: number
}

type Done = (error: Error | null, key: Buffer) => void

/** The thread pool is one for the process, and so is the line before it. */
const line = createLine()

/**
 * Expensive work is done one piece at a time: that bounds the memory, and leaves the rest of the
 * thread pool to others. A call that is over before its turn does nothing.
 */
function inTurn(signal: AbortSignal, start: (done: Done) => void): Promise<Buffer> {
  return line(() => {
    signal.throwIfAborted()
    return new Promise<Buffer>((resolve, reject) => {
      start((error, key) => (error ? reject(error) : resolve(key)))
    })
  })
}

export const stretchByArgon2 = (
  signal: AbortSignal,
  algorithm: Argon2Algorithm,
  parameters: Argon2Parameters,
) => inTurn(signal, (done) => argon2(algorithm, parameters, done))

export const stretchByPbkdf2 = (
  signal: AbortSignal,
  secret: string,
  salt: string,
  { iterations, lengthBytes }: { readonly iterations: number; readonly lengthBytes: number },
) => inTurn(signal, (done) => pbkdf2(secret, salt, iterations, lengthBytes, 'sha256', done))

export const stretchByScrypt = (
  signal: AbortSignal,
  secret: string,
  salt: string | Buffer,
  { lengthBytes, ...cost }: ScryptCost & { readonly lengthBytes: number },
) =>
  inTurn(signal, (done) => {
    scrypt(secret, salt, lengthBytes, { ...cost, maxmem: 2 * MEMORY_KIB_MAX * 1024 }, done)
  })
