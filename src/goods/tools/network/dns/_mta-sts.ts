import { Fault } from '../../../../base/core/fault.ts'
import type { Resolver } from '../../../../outside/net/resolver.ts'
import type { Sites } from '../../../../outside/net/sites.ts'
import { recordsOf, tagsOf, textsOf } from './_records.ts'

export interface MtaSts {
  readonly found: boolean
  readonly record: string | null
  readonly id: string | null
  readonly mode: string | null
  readonly maxAgeSeconds: number | null
  readonly mx: string[]
}

const POLICY_BYTES_MAX = 64 * 1024
const WEEK_SECONDS = 604_800

interface PolicySources {
  readonly resolver: Resolver
  readonly sites: Sites
}

/** The MTA-STS policy of a mail domain (RFC 8461), and its problems. */
export async function mtaStsOf({ resolver, sites }: PolicySources, domain: string) {
  const texts = await textsOf(resolver, `_mta-sts.${domain}`)
  const records = texts.filter((text) => /^v=STSv1\s*(;|$)/.test(text))
  const [record = null] = records
  if (record === null) {
    const mtaSts = { found: false, record, id: null, mode: null, maxAgeSeconds: null, mx: [] }
    return { mtaSts, problems: ['There is no MTA-STS record: mail may be read in transit.'] }
  }
  const problems = records.length > 1 ? ['There are several MTA-STS records.'] : []
  const policy = await policyOf(sites, domain, problems)
  const valuesOf = (name: string) =>
    policy.filter(([key]) => key === name).map(([, value]) => value)
  const [mode = null] = valuesOf('mode')
  const maxAge = Number(valuesOf('max_age')[0] ?? NaN)
  const mx = valuesOf('mx').map((name) => name.toLowerCase())
  const exchanges = (await recordsOf(resolver, domain, 'MX')).map(({ exchange }) => exchange)
  const strays = exchanges.filter((host) => host !== '' && !mx.some((name) => covers(name, host)))
  const mtaSts: MtaSts = {
    found: policy.length > 0,
    record,
    id: tagsOf(record).get('id') ?? null,
    mode,
    maxAgeSeconds: Number.isInteger(maxAge) ? maxAge : null,
    mx,
  }
  return {
    mtaSts,
    problems: [
      ...problems,
      ...(tagsOf(record).has('id') ? [] : ['The MTA-STS record has no id.']),
      ...(policy.length > 0 && mode !== 'enforce'
        ? [`The MTA-STS mode is ${mode}, not enforce.`]
        : []),
      ...(maxAge < WEEK_SECONDS ? ['max_age is less than a week.'] : []),
      ...(policy.length > 0 && mode !== 'none'
        ? strays.map((host) => `The mail server ${host} is not in the policy.`)
        : []),
    ],
  }
}

async function policyOf(sites: Sites, domain: string, problems: string[]) {
  const url = `https://mta-sts.${domain}/.well-known/mta-sts.txt`
  const visit = await sites
    .visit(url, { bytesMax: POLICY_BYTES_MAX, redirectsMax: 0 })
    .catch(trouble)
  if (typeof visit === 'string') problems.push(`The policy cannot be fetched: ${visit}`)
  else if (visit.status !== 200) problems.push(`The policy answers ${visit.status}, not 200.`)
  if (typeof visit === 'string' || visit.status !== 200) return []
  const lines = visit.bytes.toString('utf8').split(/\r?\n/).slice(0, 200)
  return lines.flatMap((line): [string, string][] => {
    const at = line.indexOf(':')
    return at < 0 ? [] : [[line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim()]]
  })
}

function trouble(thrown: unknown): string {
  if (thrown instanceof Fault && thrown.code !== 'caller_gone') return thrown.message
  throw thrown
}

/** `*.example.com` covers one label. */
function covers(pattern: string, host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '')
  if (!pattern.startsWith('*.')) return pattern === name
  return name.endsWith(pattern.slice(1)) && !name.slice(0, 1 - pattern.length).includes('.')
}
