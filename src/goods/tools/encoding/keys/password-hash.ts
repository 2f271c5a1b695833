import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { KB, text } from '../../../../base/lib/fields.ts'
import { argon2id, bcryptScheme, scrypt, type Scheme } from './_passwords.ts'

const Algorithm = z.enum(['argon2id', 'bcrypt', 'scrypt'])

const SCHEMES: Readonly<Record<z.output<typeof Algorithm>, Scheme>> = {
  argon2id,
  bcrypt: bcryptScheme,
  scrypt,
}

export default defineTool({
  route: 'POST /api/password-hash',
  name: 'Password hash',
  description:
    'Hash a password for storage with Argon2id, bcrypt or scrypt, or check a password against ' +
    'a stored hash.',
  asks: [
    'bcrypt a password',
    'compare a password with its stored bcrypt hash',
    'store passwords of users safely',
    'does the login password match the stored one',
    'bcrypt',
  ],
  price: '$0.002',
  uses: {},
  secret: true,
  input: z.object({
    password: text(1 * KB).describe('The password, up to 1024 bytes; for bcrypt up to 72.'),
    mode: z
      .enum(['hash', 'verify'])
      .default('hash')
      .describe('hash makes a hash, verify checks a password against one.'),
    hash: z
      .string()
      .max(512)
      .optional()
      .describe(
        'The stored hash to verify against: $argon2id$, $argon2i$, $argon2d$ (v=19; m up to ' +
          '131072 KiB, t 10, p 16), $2a$, $2b$, $2y$ (cost up to 12) or $scrypt$ (up to 128 MiB).',
      ),
    algo: Algorithm.default('argon2id').describe(
      'Algorithm to hash with; verify reads it from the hash.',
    ),
    cost: z
      .int()
      .min(1)
      .max(17)
      .optional()
      .describe(
        'argon2id: passes over 19456 KiB, 1 to 10, default 2. bcrypt: 4 to 12, default 10. scrypt: ' +
          'log2 of N, 10 to 17, default 17.',
      ),
  }),
  output: z.object({
    hash: z
      .string()
      .optional()
      .describe('The new hash with its salt and parameters, ready to store.'),
    valid: z.boolean().optional().describe('Whether the password is the one that was hashed.'),
    algo: z.string().describe('Algorithm of the hash.'),
    needsRehash: z
      .boolean()
      .optional()
      .describe(
        'When verifying: whether the hash is weaker than a new one of its kind with `cost`.',
      ),
  }),
  examples: [
    { input: { password: 'hunter2' } },
    {
      input: {
        password: 'U*U',
        mode: 'verify',
        hash: '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW',
      },
      output: { valid: true, algo: 'bcrypt', needsRehash: true },
    },
    { input: { password: 'hunter2', algo: 'scrypt', cost: 14 } },
  ],

  place: ({ mode, algo, hash = '' }) =>
    (mode === 'hash' ? algo === 'bcrypt' : hash.trim().startsWith('$2')) ? 'thread' : 'turn',

  async run({ password, mode, hash: given, algo, cost }, { signal }) {
    if (mode === 'verify') return verified(password, given, cost, signal)
    const { preset } = SCHEMES[algo].cost
    assertCost(algo, cost ?? preset)
    return { hash: await SCHEMES[algo].hash(password, cost ?? preset, signal), algo }
  },
})

async function verified(
  password: string,
  hash: string | undefined,
  cost: number | undefined,
  signal: AbortSignal,
) {
  if (hash === undefined) throw badInput('hash: is required to verify.')
  for (const scheme of Object.values(SCHEMES)) {
    const stored = scheme.read(hash.trim())
    if (!stored) continue
    return {
      valid: await stored.isOf(password, signal),
      algo: stored.algo,
      needsRehash: stored.isWeakerThan(cost ?? scheme.cost.preset),
    }
  }
  throw badInput('hash: must be an Argon2 (v=19), bcrypt or scrypt hash in the usual $...$ form.')
}

function assertCost(algo: z.output<typeof Algorithm>, cost: number): void {
  const { min, max } = SCHEMES[algo].cost
  if (cost < min || cost > max) throw badInput(`cost: must be ${min} to ${max} for ${algo}.`)
}
