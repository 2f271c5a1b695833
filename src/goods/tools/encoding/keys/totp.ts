import { HOTP, Secret, TOTP } from 'otpauth'
import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { numericText } from '../../../../base/lib/fields.ts'

const Mode = z.enum(['generate', 'verify', 'uri'])
const Algorithm = z.enum(['SHA1', 'SHA256', 'SHA512'])

const name = () => z.string().max(200)

export default defineTool({
  route: 'POST /api/totp',
  name: 'TOTP',
  description:
    'One-time codes by time (TOTP, RFC 6238) or counter (HOTP, RFC 4226): make one, verify ' +
    'one, or build the otpauth set-up link for an authenticator app.',
  asks: [
    'generate a two-factor authentication code',
    'check an OTP that a user typed in',
    'six digit code for two factor login',
    'authenticator code from a secret',
    '2FA',
  ],
  price: '$0.001',
  uses: {},
  secret: true,
  input: z.object({
    secret: z
      .string()
      .min(1)
      .max(1024)
      .describe(
        'The shared secret as base32, up to 1024 characters; spaces and hyphens are ignored.',
      ),
    mode: Mode.default('generate').describe(
      'generate makes a code, verify checks one, uri makes a set-up link.',
    ),
    code: numericText(20).optional().describe('The code to verify.'),
    algo: Algorithm.default('SHA1').describe('Digest of the HMAC; most apps support only SHA1.'),
    digits: z.int().min(6).max(8).default(6).describe('Length of a code, 6 to 8.'),
    periodSeconds: z
      .int()
      .min(1)
      .max(86_400)
      .default(30)
      .describe('Validity of a code, 1 to 86400 seconds.'),
    counter: z
      .int()
      .min(0)
      .optional()
      .describe('Makes it HOTP: the counter to use instead of the time.'),
    window: z
      .int()
      .min(0)
      .max(10)
      .default(1)
      .describe('How many periods or counts around the current one are accepted too, 0 to 10.'),
    label: name().optional().describe('Account name in the set-up link, up to 200 characters.'),
    issuer: name().optional().describe('Service name in the set-up link, up to 200 characters.'),
  }),
  output: z.object({
    code: z.string().optional().describe('The one-time code.'),
    valid: z.boolean().optional().describe('Whether the code is valid.'),
    delta: z
      .int()
      .optional()
      .describe('Distance of the code in periods or counts; 0 is the current one.'),
    secondsLeft: z.number().optional().describe('Seconds until the current TOTP code expires.'),
    uri: z.string().optional().describe('Set-up link, to be shown as a QR code.'),
  }),
  examples: [
    {
      at: '2026-01-01T00:00:10Z',
      input: { secret: 'JBSWY3DPEHPK3PXP' },
      output: { code: '260025', secondsLeft: 20 },
    },
    {
      at: '1970-01-01T00:00:59Z',
      input: {
        secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
        mode: 'verify',
        code: '94287082',
        digits: 8,
      },
      output: { valid: true, delta: 0, secondsLeft: 1 },
    },
    {
      input: { secret: 'JBSWY3DPEHPK3PXP', mode: 'uri', label: 'ada@example.com', issuer: 'Acme' },
      output: {
        uri: 'otpauth://totp/Acme:ada%40example.com?issuer=Acme&secret=JBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30',
      },
    },
  ],

  run(
    { mode, code, algo, digits, periodSeconds, counter, window, label, issuer, ...given },
    context,
  ) {
    const common = { secret: secretOf(given.secret), algorithm: algo, digits }
    const named = { ...common, label: label ?? 'account', issuer: issuer ?? '' }
    const otp =
      counter === undefined
        ? new TOTP({ ...named, period: periodSeconds })
        : new HOTP({ ...named, counter })
    if (mode === 'uri') return { uri: otp.toString() }
    const timed = otp instanceof TOTP
    const left = timed ? { secondsLeft: secondsLeft(context.now(), periodSeconds) } : {}
    const at = { timestamp: context.now(), ...(counter === undefined ? {} : { counter }) }
    if (mode === 'generate') return { code: otp.generate(at), ...left }
    if (code === undefined) throw badInput('code: is required to verify.')
    const token = code.replace(/[\s-]+/g, '')
    // A code that came as a JSON number has lost its leading zeros.
    const padded = token.padStart(digits, '0')
    const delta = /^\d+$/.test(token) ? otp.validate({ token: padded, window, ...at }) : null
    return { valid: delta !== null, ...(delta === null ? {} : { delta }), ...left }
  },
})

function secretOf(base32: string): Secret {
  const digits = base32.replace(/[\s-]+/g, '').replace(/=+$/, '')
  if (!/^[a-z2-7]{2,}$/i.test(digits)) {
    throw badInput('secret: must be base32, with the letters A to Z and the digits 2 to 7.')
  }
  return Secret.fromBase32(digits)
}

const secondsLeft = (nowMs: number, period: number): number =>
  period - (Math.floor(nowMs / 1000) % period)
