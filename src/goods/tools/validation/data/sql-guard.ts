import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { threadWork } from '../../../../base/core/thread-work.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { excerpt } from '../../../../base/lib/bytes.ts'
import { KB, text } from '../../../../base/lib/fields.ts'
import {
  compactOf,
  newCertificate,
  sha256Of,
  SIGNED_PREFIX,
  signedText,
  type SqlCertificate,
} from '../../../../engines/sql/certificate.ts'
import type { Policy } from '../../../../engines/sql/findings.ts'
import type { Review } from '../../../../engines/sql/review.ts'
import { ALLOWABLE } from '../../../../engines/sql/risks.ts'
import type { Dialect } from '../../../../engines/sql/tokens.ts'
import { serviceKeys, type ServiceKeys } from '../../../../stores/service-keys.ts'
import { threads } from '../../../../engines/threads/threads.ts'

const REVIEW = threadWork<typeof import('./_sql-review-thread.ts')>(
  import.meta.url,
  './_sql-review-thread.ts',
)

const NAMES: Readonly<Record<string, Dialect>> = { postgres: 'postgresql', mssql: 'tsql' }

export default defineTool({
  route: 'POST /api/sql-guard',
  name: 'SQL guard',
  description:
    'Review one SQL statement for danger before it runs: deletes without a condition, injected ' +
    'text, file and network access and some forty other risks, each named with its place. A pass ' +
    'carries a signed certificate bound to the exact bytes.',
  asks: [
    'review a SQL statement for danger before it runs',
    'detect injection in a statement and sign the verdict',
    'will this statement delete everything',
    'dangerous SQL from a model',
  ],
  price: '$0.004',
  engine: 'sql',
  uses: { serviceKeys, threads },
  input: z.object({
    sql: text(64 * KB).describe('The statement, exactly as it will run, up to 64 KB.'),
    dialect: z
      .enum(['postgresql', 'postgres', 'mysql', 'sqlite', 'tsql', 'mssql'])
      .default('postgresql')
      .describe(
        'postgresql is read by its own parser; mysql and sqlite (with default modes) by another, ' +
          'which blocks what it cannot read as parse_error: of sqlite FILTER, OVER, UPDATE … FROM ' +
          'and WITH … INSERT; tsql by its words only, which never gets a certificate.',
      ),
    allow: z
      .array(z.string().max(40))
      .max(20)
      .default([])
      .describe(`Risks to accept, such as ddl; of those that only warn: ${ALLOWABLE.join(', ')}.`),
    allowMultiStatement: z
      .boolean()
      .default(false)
      .describe('Review several statements as one text.'),
    ttlSeconds: z
      .int()
      .min(30)
      .max(3_600)
      .default(300)
      .describe('How long the certificate holds, 30 to 3,600 seconds.'),
    maxRows: z
      .int()
      .min(1)
      .max(1_000_000)
      .optional()
      .describe(
        'Warn of a SELECT from tables without a LIMIT of at most so many rows. Without it, a read ' +
          'of a whole table by column names, GROUP BY or UNION of one table is no risk.',
      ),
  }),
  output: z.object({
    verdict: z.enum(['pass', 'warn', 'block']),
    dialect: z.string(),
    statementSha256: z.string().describe('Of the UTF-8 bytes as received, in hex.'),
    statementBytes: z.int(),
    statementCount: z.int(),
    statements: z.array(
      z.object({
        kind: z.string(),
        verb: z.string(),
        mutating: z.boolean(),
        tables: z.array(z.object({ name: z.string(), access: z.enum(['read', 'write']) })),
        functions: z.array(z.string()),
      }),
    ),
    risks: z
      .array(
        z.object({
          id: z.string(),
          severity: z.enum(['block', 'warn']),
          message: z.string(),
          at: z.int().nullable().describe('Index into sql, in UTF-16 code units from 0.'),
          piece: z.string().describe('What stands there.'),
        }),
      )
      .describe('The first 100.'),
    policy: z.object({
      id: z.string().describe('Names all that decides a verdict; the certificate has it too.'),
      allow: z.array(z.string()),
      allowMultiStatement: z.boolean(),
      maxRows: z.int().nullable(),
    }),
    analyzer: z.string().describe('Who has parsed it.'),
    certificate: z.record(z.string(), z.unknown()).nullable(),
    signature: z.string().nullable().describe('Ed25519, base64url without padding.'),
    compact: z.string().nullable().describe('Certificate and signature in one text.'),
    certificateReason: z.string().nullable().describe('Why there is no certificate.'),
    verifyWith: z.record(z.string(), z.unknown()).describe('How anybody checks it offline.'),
  }),
  examples: [
    { input: { sql: 'DELETE FROM users' } },
    { input: { sql: 'SELECT id, name FROM users WHERE id = $1 LIMIT 1', ttlSeconds: 60 } },
  ],

  async run(input, { serviceKeys: keys, threads: lent, now }) {
    const { sql, ttlSeconds } = input
    const dialect = NAMES[input.dialect] ?? (input.dialect as Dialect)
    const policy = policyOf(input)
    const review = await lent.run(REVIEW, { dialect, sql, policy }, { field: 'sql' })
    const { verdict, statements, risks, analyzer } = review
    const base = {
      verdict,
      dialect,
      statementSha256: sha256Of(sql),
      statementBytes: Buffer.byteLength(sql),
      statementCount: statements.length,
      statements,
      risks,
      policy: {
        id: policyId(policy),
        allow: policy.allow,
        allowMultiStatement: policy.allowMultiStatement,
        maxRows: policy.maxRows ?? null,
      },
      analyzer,
    }
    const current = await keys.current()
    const proof = verifyWith(keys, current.x, current.kid)
    if (verdict !== 'pass')
      return {
        ...base,
        certificate: null,
        signature: null,
        compact: null,
        certificateReason: reasonOf(review),
        verifyWith: proof,
      }
    const iat = Math.floor(now() / 1_000)
    const certificate: SqlCertificate = newCertificate({
      kid: current.kid,
      iss: keys.issuer ?? 'farebox',
      dialect,
      statementSha256: base.statementSha256,
      statementBytes: base.statementBytes,
      policy: base.policy.id,
      analyzer,
      iat,
      exp: iat + ttlSeconds,
      jti: randomUUID(),
    })
    const signature = current.sign(signedText(certificate))
    return {
      ...base,
      certificate,
      signature,
      compact: compactOf(certificate, signature),
      certificateReason: null,
      verifyWith: proof,
    }
  },
})

function policyOf(input: {
  readonly allow: readonly string[]
  readonly allowMultiStatement: boolean
  readonly maxRows?: number | undefined
}): Policy {
  const allow = [...new Set(input.allow)].toSorted()
  const allowed: readonly string[] = ALLOWABLE
  const wrong = allow.find((id) => !allowed.includes(id))
  if (wrong !== undefined)
    throw badInput(
      `allow: ${excerpt(wrong)} is none of the risks that only warn: ${allowed.join(', ')}`,
    )
  return { allow, allowMultiStatement: input.allowMultiStatement, maxRows: input.maxRows }
}

const policyId = ({ allow, allowMultiStatement, maxRows }: Policy): string =>
  [
    'default@1',
    ...(allow.length > 0 ? [`allow=${allow.join(',')}`] : []),
    ...(allowMultiStatement ? ['several'] : []),
    ...(maxRows === undefined ? [] : [`rows=${maxRows}`]),
  ].join(';')

const reasonOf = ({ verdict, risks }: Review): string =>
  risks.some(({ id }) => id === 'scanned_only')
    ? 'the statement was not parsed, and what is only scanned gets no certificate'
    : `only a pass gets a certificate, and the verdict is ${verdict}`

const verifyWith = ({ issuer }: ServiceKeys, x: string, kid: string) => ({
  alg: 'Ed25519',
  kid,
  publicKey: x,
  keys: `${issuer ?? ''}/.well-known/jwks.json`,
  signed: `${JSON.stringify(SIGNED_PREFIX)} and the certificate as RFC 8785 has it, as UTF-8`,
  doesNotProve:
    'that it runs in the right database, as the right user, or on the rows that you mean',
})
