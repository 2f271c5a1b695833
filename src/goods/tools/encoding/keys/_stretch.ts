import { argon2, pbkdf2, scrypt, type Argon2Algorithm, type Argon2Parameters } from 'node:crypto'

/** Key stretching uses at most this much memory in all. */
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

/** Does nothing if the call has already ended. */
function unlessOver(signal: AbortSignal, start: (done: Done) => void): Promise<Buffer> {
  signal.throwIfAborted()
  return new Promise<Buffer>((resolve, reject) => {
    start((error, key) => (error ? reject(error) : resolve(key)))
  })
}

export const stretchByArgon2 = (
  signal: AbortSignal,
  algorithm: Argon2Algorithm,
  parameters: Argon2Parameters,
) => unlessOver(signal, (done) => argon2(algorithm, parameters, done))

export const stretchByPbkdf2 = (
  signal: AbortSignal,
  secret: string,
  salt: string,
  { iterations, lengthBytes }: { readonly iterations: number; readonly lengthBytes: number },
) => unlessOver(signal, (done) => pbkdf2(secret, salt, iterations, lengthBytes, 'sha256', done))

export const stretchByScrypt = (
  signal: AbortSignal,
  secret: string,
  salt: string | Buffer,
  { lengthBytes, ...cost }: ScryptCost & { readonly lengthBytes: number },
) =>
  unlessOver(signal, (done) => {
    scrypt(secret, salt, lengthBytes, { ...cost, maxmem: 2 * MEMORY_KIB_MAX * 1024 }, done)
  })
