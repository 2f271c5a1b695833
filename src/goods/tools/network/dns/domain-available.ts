import { z } from 'zod'
import { Fault } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { registrable } from '../../../../base/lib/domain-name.ts'
import { resolver, type Resolver } from '../../../../outside/net/resolver.ts'
import { rdap } from '../../../../capabilities/upstreams/rdap.ts'

const DOMAINS_MAX = 10

const Row = z.object({
  domain: z.string().describe('The domain, in lower-case ASCII.'),
  available: z.boolean().nullable().describe('Null if it could not be determined.'),
  checkedBy: z
    .enum(['rdap', 'dns', 'nobody'])
    .describe('Source of the verdict: the registry (rdap), the name servers (dns) or none.'),
  reason: z.string().describe('Reason for the verdict.'),
})

type Row = z.output<typeof Row>

export default defineTool({
  route: 'POST /api/domain-available',
  name: 'Domain available',
  description: 'Whether up to ten domain names look free to register, by RDAP and DNS.',
  asks: [
    'is this domain name available',
    'check whether a domain is already taken',
    'can I still get this web address',
    'is the name for my start-up free',
    'buy a .com',
  ],
  price: '$0.002',
  uses: { rdap, resolver },
  input: z.object({
    domains: z
      .array(registrable())
      .min(1)
      .max(DOMAINS_MAX)
      .describe(`1 to ${DOMAINS_MAX} domains such as example.com.`),
  }),
  output: z.object({
    results: z.array(Row).describe('Results in the order of the input.'),
    count: z.int().describe('Number of domains.'),
  }),
  examples: [
    {
      at: '2026-01-01T00:00:00Z',
      input: { domains: ['example.com', 'surely-free-name-4711.dev'] },
      output: {
        untrustedContent: true,
        results: [
          {
            domain: 'example.com',
            available: false,
            checkedBy: 'rdap',
            reason: 'It is in the registry.',
          },
          {
            domain: 'surely-free-name-4711.dev',
            available: true,
            checkedBy: 'rdap',
            reason: 'It is not in the registry. A premium price or a reservation may still apply.',
          },
        ],
        count: 2,
        source: 'RDAP, DNS',
        asOf: '2026-01-01T00:00:00.000Z',
      },
    },
  ],

  async run({ domains }, { rdap, resolver }) {
    const results = await Promise.all(
      domains.map(async (domain) => {
        const [record, delegated] = await Promise.all([
          rdap.domain(domain).then((found) => found !== null, orNull),
          isDelegated(resolver, domain),
        ])
        return rowOf(domain, record, delegated)
      }),
    )
    return { results, count: results.length }
  },
})

/** Null if it could not be read. */
function orNull(thrown: unknown): null {
  if (thrown instanceof Fault && thrown.code !== 'caller_gone') return null
  throw thrown
}

async function isDelegated(resolver: Resolver, domain: string): Promise<boolean | null> {
  try {
    return (await resolver.resolve(domain, 'NS')).length > 0
  } catch (thrown) {
    return thrown instanceof Fault && thrown.code === 'not_found' ? false : orNull(thrown)
  }
}

function rowOf(domain: string, isRecorded: boolean | null, isDelegated: boolean | null): Row {
  const row = (available: boolean | null, checkedBy: Row['checkedBy'], reason: string): Row => ({
    domain,
    available,
    checkedBy,
    reason,
  })
  if (isRecorded) return row(false, 'rdap', 'It is in the registry.')
  if (isDelegated)
    return row(false, 'dns', 'It has name servers, even if the registry does not list it.')
  if (isRecorded === false)
    return row(
      true,
      'rdap',
      'It is not in the registry. A premium price or a reservation may still apply.',
    )
  if (isDelegated === false)
    return row(null, 'dns', 'It has no name servers, but the registry could not be asked.')
  return row(null, 'nobody', 'Neither the registry nor the name servers answered.')
}
