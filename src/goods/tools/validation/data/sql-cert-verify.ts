import { createPublicKey } from 'node:crypto'
import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { KB, line, text } from '../../../../base/lib/fields.ts'
import { json } from '../../../../base/lib/json-guard.ts'
import {
  checkCertificate,
  trustedKey,
  type TrustedKey,
} from '../../../../engines/sql/certificate.ts'
import { serviceKeys, type ServiceKeys } from '../../../../stores/service-keys.ts'

export default defineTool({
  route: 'POST /api/sql-cert-verify',
  name: 'SQL certificate check',
  description:
    'Check the SQL certificate that sql-guard gave: that it is genuine, has not expired, and was ' +
    'given for exactly these bytes of a statement.',
  asks: [
    'is the certificate of sql-guard still valid for this statement',
    'check a SQL certificate before the statement runs',
    'is the SQL certificate genuine',
  ],
  price: '$0.001',
  uses: { serviceKeys },
  input: z.object({
    sql: text(64 * KB).describe('The statement that is about to run, byte for byte.'),
    certificate: json({ bytesMax: 8 * KB, valuesMax: 100 }).describe(
      'The certificate as an object, with or without its signature inside, or the token as text.',
    ),
    signature: line(100).optional().describe('Signature, if it is not part of the certificate.'),
    publicKey: text(1_000)
      .optional()
      .describe(
        'Public key of the issuer: 32 bytes of Ed25519 in base64url or hex, JSON Web Key or PEM. Default: ' +
          'the keys of this service.',
      ),
    policy: line(1_000).optional().describe('Id of the policy that you require.'),
  }),
  output: z.object({
    valid: z.boolean(),
    reason: z
      .enum([
        'malformed',
        'version_unsupported',
        'signature_malformed',
        'key_unknown',
        'key_revoked',
        'signature_invalid',
        'verdict_not_pass',
        'not_yet_valid',
        'expired',
        'statement_mismatch',
        'policy_mismatch',
      ])
      .nullable()
      .describe('First problem.'),
    certificate: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('Certificate as it was read.'),
    issuer: z.string().nullable().describe('Issuer that the certificate names.'),
    checkedIso: z.string(),
  }),
  examples: [
    {
      input: { sql: 'select 1', certificate: 'e30.AAAA' },
      at: '2026-01-01T00:00:00Z',
      output: {
        valid: false,
        reason: 'malformed',
        certificate: {},
        issuer: null,
        checkedIso: '2026-01-01T00:00:00.000Z',
      },
    },
  ],

  async run({ sql, certificate, signature, publicKey, policy }, { serviceKeys: service, now }) {
    const keys = publicKey === undefined ? await ownKeys(service) : [givenKey(publicKey)]
    const presented = { sql, certificate, signature, policy }
    const checked = checkCertificate(presented, keys, Math.floor(now() / 1_000))
    const issuer = checked.certificate?.['iss']
    return {
      valid: checked.reason === null,
      reason: checked.reason,
      certificate: checked.certificate,
      issuer: typeof issuer === 'string' ? issuer : null,
      checkedIso: new Date(now()).toISOString(),
    }
  },
})

const ownKeys = async (service: ServiceKeys): Promise<readonly TrustedKey[]> =>
  (await service.published()).map(({ x, isRevoked }) =>
    trustedKey(Buffer.from(x, 'base64url'), isRevoked),
  )

function givenKey(given: string): TrustedKey {
  try {
    return trustedKey(rawOf(given.trim()))
  } catch {
    throw badInput(
      'publicKey: must be an Ed25519 public key: 32 bytes in base64url or hex, a JSON Web Key or PEM',
    )
  }
}

function rawOf(given: string): Buffer {
  if (/^[0-9a-f]{64}$/i.test(given)) return Buffer.from(given, 'hex')
  if (/^[\w-]{43}$/.test(given)) return Buffer.from(given, 'base64url')
  const key = given.startsWith('{')
    ? createPublicKey({ key: JSON.parse(given) as never, format: 'jwk' })
    : createPublicKey(given)
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('another kind of key')
  return Buffer.from(String(key.export({ format: 'jwk' }).x), 'base64url')
}
