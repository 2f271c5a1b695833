import { hkdf } from 'node:crypto'
import { promisify } from 'node:util'
import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { KB, text } from '../../../../base/lib/fields.ts'
import {
  MEMORY_KIB_MAX,
  PASSES_MAX,
  stretchByArgon2,
  stretchByPbkdf2,
  stretchByScrypt,
} from './_stretch.ts'

const Algorithm = z.enum(['pbkdf2', 'scrypt', 'hkdf', 'argon2id'])

const ARGON2_SALT_BYTES_MIN = 8
/** A computation of a few milliseconds need not be queued. */
const QUICK_ITERATIONS = 10_000
const QUICK_KIB = 2_048

const hkdfOf = promisify(hkdf)

const Input = z.object({
  algo: Algorithm.describe(
    'pbkdf2 and hkdf use SHA-256; scrypt has r 8 and p 1; argon2id has one lane.',
  ),
  secret: text(4 * KB).describe('The password or key material, up to 4096 bytes of UTF-8.'),
  salt: text(1 * KB).describe('The salt as UTF-8, up to 1024 bytes; at least 8 for argon2id.'),
  lengthBytes: z.int().min(16).max(128).default(32).describe('Length of the key, 16 to 128 bytes.'),
  iterations: z
    .int()
    .min(1)
    .max(1_000_000)
    .optional()
    .describe('pbkdf2: 1 to 1000000, default 600000. argon2id: passes, 1 to 10, default 2.'),
  costN: z
    .int()
    .min(2)
    .max(131_072)
    .refine((value) => Number.isInteger(Math.log2(value)), { error: 'must be a power of two' })
    .optional()
    .describe('scrypt: N, a power of two from 2 to 131072 (128 MiB), default 16384.'),
  info: text(1 * KB)
    .optional()
    .describe('hkdf: purpose of the key, up to 1024 bytes.'),
  memoryKiB: z
    .int()
    .min(8)
    .max(MEMORY_KIB_MAX)
    .optional()
    .describe('argon2id: memory, 8 to 131072 KiB, default 19456.'),
  encoding: z.enum(['hex', 'base64']).default('hex').describe('Encoding of the derived key.'),
})

type DerivationInput = z.output<typeof Input>

export default defineTool({
  route: 'POST /api/key-derive',
  name: 'Key derive',
  description: 'Derive a key from a password or secret with PBKDF2, scrypt, HKDF or Argon2id.',
  asks: [
    'make an encryption key out of a password',
    'run pbkdf2 over a passphrase',
    'make an encryption key from a passphrase',
    'stretch a password',
  ],
  price: '$0.002',
  uses: {},
  secret: true,
  input: Input,
  output: z.object({
    key: z.string().describe('The derived key.'),
    algo: Algorithm.describe('The algorithm that was used.'),
    parameters: z
      .record(z.string(), z.union([z.string(), z.number()]))
      .describe('Parameters of the key, without secret and salt.'),
  }),
  examples: [
    {
      input: { algo: 'pbkdf2', secret: 'pw', salt: 'salt', iterations: 100_000 },
      output: {
        key: 'efc91758dce6821c58952fed9cd42ea1e62204e0213d7612bf6d4a3c5fb8ea1d',
        algo: 'pbkdf2',
        parameters: { hash: 'sha256', iterations: 100_000, lengthBytes: 32 },
      },
    },
    {
      input: {
        algo: 'scrypt',
        secret: 'pleaseletmein',
        salt: 'SodiumChloride',
        costN: 16_384,
        lengthBytes: 64,
      },
      output: {
        key: '7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887',
        algo: 'scrypt',
        parameters: { costN: 16_384, r: 8, p: 1, lengthBytes: 64 },
      },
    },
    {
      input: { algo: 'argon2id', secret: 'pw', salt: 'somesalt' },
      output: {
        key: '2a252990d5e45b489e9377faebae366da7d5b97ea32cce0be464ad62ac27df67',
        algo: 'argon2id',
        parameters: {
          version: 19,
          iterations: 2,
          memoryKiB: 19_456,
          parallelism: 1,
          lengthBytes: 32,
        },
      },
    },
    {
      input: {
        algo: 'hkdf',
        secret: 'key material',
        salt: '',
        info: 'session',
        encoding: 'base64',
      },
      output: {
        key: 'tnARJbYziMsMieNneCrj4GLPbg6zHvDQPwQEqv9gRb4=',
        algo: 'hkdf',
        parameters: { hash: 'sha256', info: 'session', lengthBytes: 32 },
      },
    },
  ],

  place: ({ algo, iterations = Infinity, memoryKiB = Infinity, costN = Infinity }) => {
    const isQuick = {
      pbkdf2: iterations <= QUICK_ITERATIONS,
      argon2id: iterations * memoryKiB <= QUICK_KIB,
      scrypt: costN <= QUICK_KIB,
      hkdf: true,
    }
    return isQuick[algo] ? 'here' : 'turn'
  },

  async run(input, { signal }) {
    const [key, parameters] = await DERIVE[input.algo](input, signal)
    return {
      key: key.toString(input.encoding),
      algo: input.algo,
      parameters: { ...parameters, lengthBytes: input.lengthBytes },
    }
  },
})

type Derived = readonly [key: Buffer, parameters: Readonly<Record<string, string | number>>]

const DERIVE: Readonly<
  Record<DerivationInput['algo'], (input: DerivationInput, signal: AbortSignal) => Promise<Derived>>
> = {
  async pbkdf2({ secret, salt, lengthBytes, iterations = 600_000 }, signal) {
    const key = await stretchByPbkdf2(signal, secret, salt, { iterations, lengthBytes })
    return [key, { hash: 'sha256', iterations }]
  },

  async scrypt({ secret, salt, lengthBytes, costN = 16_384 }, signal) {
    const cost = { N: costN, r: 8, p: 1 }
    const key = await stretchByScrypt(signal, secret, salt, { ...cost, lengthBytes })
    return [key, { costN, r: cost.r, p: cost.p }]
  },

  async hkdf({ secret, salt, lengthBytes, info = '' }) {
    const key = Buffer.from(await hkdfOf('sha256', secret, salt, info, lengthBytes))
    return [key, { hash: 'sha256', info }]
  },

  async argon2id(input, signal) {
    const { secret, salt, lengthBytes, iterations = 2, memoryKiB = 19_456 } = input
    if (iterations > PASSES_MAX) {
      throw badInput(`iterations: must be 1 to ${PASSES_MAX} for argon2id.`)
    }
    if (Buffer.byteLength(salt) < ARGON2_SALT_BYTES_MIN) {
      throw badInput(`salt: must have at least ${ARGON2_SALT_BYTES_MIN} bytes for argon2id.`)
    }
    const key = await stretchByArgon2(signal, 'argon2id', {
      message: secret,
      nonce: salt,
      passes: iterations,
      memory: memoryKiB,
      parallelism: 1,
      tagLength: lengthBytes,
    })
    return [key, { version: 19, iterations, memoryKiB, parallelism: 1 }]
  },
}
