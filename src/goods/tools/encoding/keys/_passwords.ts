import { randomBytes, timingSafeEqual } from 'node:crypto'
import { bcrypt, bcryptVerify } from 'hash-wasm'
import { badInput } from '../../../../base/core/fault.ts'
import {
  MEMORY_KIB_MAX,
  PASSES_MAX,
  SCRYPT_WORK_MAX,
  stretchByArgon2,
  stretchByScrypt,
} from './_stretch.ts'

/** A password hashing scheme. `cost` sets its strength. */
export interface Scheme {
  readonly cost: { readonly min: number; readonly max: number; readonly preset: number }
  hash(password: string, cost: number, signal: AbortSignal): Promise<string>
  /** Undefined if the hash is not of this scheme. */
  read(hash: string): StoredHash | undefined
}

/** A stored hash. */
export interface StoredHash {
  readonly algo: string
  isWeakerThan(cost: number): boolean
  isOf(password: string, signal: AbortSignal): Promise<boolean>
}

const SALT_BYTES = 16
const HASH_BYTES = 32

const ARGON2 =
  /^\$(argon2(?:id|i|d))\$v=19\$m=(\d{1,9}),t=(\d{1,9}),p=(\d{1,9})\$([\w+/]+)\$([\w+/]+)$/
const ARGON2_MEMORY_KIB = 19_456
const LANES_MAX = 16

export const argon2id: Scheme = {
  cost: { min: 1, max: PASSES_MAX, preset: 2 },

  async hash(message, passes, signal) {
    const nonce = randomBytes(SALT_BYTES)
    const memory = ARGON2_MEMORY_KIB
    const key = await stretchByArgon2(signal, 'argon2id', {
      message,
      nonce,
      passes,
      memory,
      parallelism: 1,
      tagLength: HASH_BYTES,
    })
    return `$argon2id$v=19$m=${memory},t=${passes},p=1$${bare(nonce)}$${bare(key)}`
  },

  read(hash) {
    const [, algo, m, t, p, salt, digest] = ARGON2.exec(hash) ?? []
    if (digest === undefined) return undefined
    const [memory, passes, parallelism] = [Number(m), Number(t), Number(p)]
    const nonce = Buffer.from(salt!, 'base64')
    const wanted = Buffer.from(digest, 'base64')
    if (memory > MEMORY_KIB_MAX || passes > PASSES_MAX || parallelism > LANES_MAX) {
      throw badInput(
        `hash: must cost less; m is at most ${MEMORY_KIB_MAX}, t ${PASSES_MAX}, p ${LANES_MAX}.`,
      )
    }
    if (
      parallelism < 1 ||
      passes < 1 ||
      memory < 8 * parallelism ||
      nonce.length < 8 ||
      wanted.length < 4
    ) {
      throw badInput('hash: has parameters that Argon2 does not allow.')
    }
    return {
      algo: algo!,
      isWeakerThan: (cost) => algo !== 'argon2id' || memory * passes < ARGON2_MEMORY_KIB * cost,
      async isOf(message, signal) {
        const key = await stretchByArgon2(signal, algo as 'argon2id', {
          message,
          nonce,
          passes,
          memory,
          parallelism,
          tagLength: wanted.length,
        })
        return timingSafeEqual(key, wanted)
      },
    }
  },
}

const SCRYPT = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,9}),p=(\d{1,9})\$([\w+/]+)\$([\w+/]+)$/

export const scrypt: Scheme = {
  cost: { min: 10, max: 17, preset: 17 },

  async hash(password, ln, signal) {
    const salt = randomBytes(SALT_BYTES)
    const cost = { N: 2 ** ln, r: 8, p: 1, lengthBytes: HASH_BYTES }
    const key = await stretchByScrypt(signal, password, salt, cost)
    return `$scrypt$ln=${ln},r=8,p=1$${bare(salt)}$${bare(key)}`
  },

  read(hash) {
    const [, ln, r, p, salt, digest] = SCRYPT.exec(hash) ?? []
    if (digest === undefined) return undefined
    const cost = { N: 2 ** Number(ln), r: Number(r), p: Number(p) }
    const work = cost.N * cost.r * cost.p
    const wanted = Buffer.from(digest, 'base64')
    if (cost.N * cost.r > MEMORY_KIB_MAX * 8 || work > SCRYPT_WORK_MAX) {
      throw badInput('hash: must cost less; scrypt may take 128 MiB, and N r p of 4194304.')
    }
    if (work === 0 || cost.N < 2 || Number(ln) >= 16 * cost.r || wanted.length < 4) {
      throw badInput('hash: has parameters that scrypt does not allow.')
    }
    return {
      algo: 'scrypt',
      isWeakerThan: (ln) => work < 2 ** ln * 8,
      async isOf(password, signal) {
        const lengthBytes = wanted.length
        const bytes = Buffer.from(salt!, 'base64')
        const key = await stretchByScrypt(signal, password, bytes, { ...cost, lengthBytes })
        return timingSafeEqual(key, wanted)
      },
    }
  },
}

const BCRYPT = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/
const BCRYPT_BYTES_MAX = 72

/**
 * The bcrypt library computes synchronously, 200 ms at its limit here, so it runs in a thread. The
 * others do not: their work would continue after a thread ends, and nothing would bound their
 * memory.
 */
export const bcryptScheme: Scheme = {
  cost: { min: 4, max: 12, preset: 10 },

  async hash(password, costFactor) {
    const bytes = Buffer.from(password)
    if (bytes.length === 0 || bytes.length > BCRYPT_BYTES_MAX || bytes.includes(0)) {
      throw badInput(
        `password: must have 1 to ${BCRYPT_BYTES_MAX} bytes for bcrypt, none of them 0.`,
      )
    }
    const hash = await bcrypt({ password: bytes, salt: randomBytes(SALT_BYTES), costFactor })
    return hash.replace('$2a$', '$2b$')
  },

  read(hash) {
    const rounds = Number(BCRYPT.exec(hash)?.[1])
    if (Number.isNaN(rounds)) return undefined
    const { min, max } = bcryptScheme.cost
    if (rounds < min || rounds > max) throw badInput(`hash: bcrypt cost must be ${min} to ${max}.`)
    return {
      algo: 'bcrypt',
      isWeakerThan: (cost) => rounds < cost,
      async isOf(given) {
        const password = Buffer.from(given).subarray(0, BCRYPT_BYTES_MAX)
        return password.length > 0 && bcryptVerify({ password, hash })
      },
    }
  },
}

const bare = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')
